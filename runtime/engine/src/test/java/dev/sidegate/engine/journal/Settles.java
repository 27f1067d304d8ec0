package dev.sidegate.engine.journal;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.audit.ProcessEvent;
import dev.sidegate.engine.audit.ProcessEvents;
import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Ends of attempts, as journals keep them. */
final class Settles {
  private static final Failure FAILURE =
      new Failure(FailureClass.UNKNOWN_AFTER_START, "java.io.IOException", null);

  private Settles() {}

  static SettleRequest completed(String result) {
    return of(
        new Settlement.Completed(result.getBytes(java.nio.charset.StandardCharsets.UTF_8), "re_1"));
  }

  static ProcessEvents events(String reason) {
    return new ProcessEvents(
        new UUID(8, 9),
        3,
        List.of(new ProcessEvent("REFUSED_STOPPED", new TreeMap<>(Map.of("reason", reason)))));
  }

  static List<Settlement> ofEachKind() {
    return List.of(
        new Settlement.Completed(null, null),
        new Settlement.Completed(new byte[] {1, 0, 2}, "re_\u00e4\ud83d\ude00"),
        new Settlement.Retryable(FAILURE, Duration.ofSeconds(2, 5)),
        new Settlement.Terminal(new Failure(FailureClass.PERMANENT, "X", "no")),
        new Settlement.Doubt(FAILURE, Duration.ofMillis(7)),
        new Settlement.HandedBack("never started"),
        new Settlement.Held(HoldReason.NO_TARGET, "no object was built yet"),
        new Settlement.Postponed("approval of the nested call", Duration.ofSeconds(3)));
  }

  static SettleRequest of(Settlement settlement) {
    Claimed claim =
        new Claimed(
            new UUID(1, 2),
            new IntentKey("acme", "refund", "refund:A%2F7:2"),
            3,
            4L,
            5,
            new LeaseOwner(new UUID(6, 7)),
            Instant.parse("2026-11-30T15:00:00.123456789Z"));
    return new SettleRequest(
        claim, settlement, List.of("req_1", ""), new AttemptEvidence(false, 2));
  }
}
