package dev.sidegate.engine.intent;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What people are asked with besides the payload.
 *
 * @param requester who asked; may not approve it. Null if nobody is known
 * @param facts what a card shows, by name; never an argument
 * @param channels the notifiers that tell them
 * @param remindAfter when they are reminded, from the question on
 */
public record Question(
    @Nullable String requester,
    Map<String, String> facts,
    List<String> channels,
    Duration remindAfter) {
  /** Copies the collections. */
  public Question {
    facts = Map.copyOf(facts);
    channels = List.copyOf(channels);
  }
}
