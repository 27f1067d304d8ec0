package dev.sidegate.engine.operation;

import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Where requests wait until they are picked up. */
public interface RequestStore {

  /** What writes a new request for this installation; nothing is written here. */
  Insertion insertion(IntentKey key, Payload payload, CallContext context);

  /** Takes requests of these effects that are due, each for {@code lease}. */
  List<OutboxRequest> takeRequests(Collection<String> effects, int most, Duration lease);

  /** What became of one; one that is to come again does so after {@code delay}. */
  void endRequest(OutboxRequest request, RequestEnd end, Duration delay);
}
