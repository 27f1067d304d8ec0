package dev.sidegate.engine.store;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What tests ask the store for. */
final class Asking {
  static final Duration LEASE = Duration.ofSeconds(30);
  static final Budget BUDGET = new Budget(4, Duration.ofMinutes(15));

  private Asking() {}

  static ClaimRequest claim(String key) {
    return claim(key, "payload");
  }

  static ClaimRequest claim(String key, String payload) {
    return claim(key, payload, BUDGET);
  }

  static ClaimRequest claim(String key, String payload, Budget budget) {
    return claim(key, payload, budget, LEASE);
  }

  static ClaimRequest claim(String key, String payload, Budget budget, Duration lease) {
    return new ClaimRequest(
        new IntentKey("", "refund", key),
        payload(payload),
        new LeaseOwner(UUID.randomUUID()),
        lease,
        1,
        budget,
        new CallContext(Map.of("release", "r1")));
  }

  static Payload payload(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return new Payload(new PayloadHash(digest, 1, "0123456789abcdef"), bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static Claimed granted(ClaimOutcome outcome) {
    if (outcome instanceof ClaimOutcome.Granted granted) {
      return granted.claim();
    }
    throw new AssertionError("not granted: " + outcome);
  }

  static SettleRequest settle(Claimed claim, Settlement settlement) {
    return new SettleRequest(claim, settlement, List.of());
  }

  static Settlement completed(String result) {
    return new Settlement.Completed(result.getBytes(StandardCharsets.UTF_8), "receipt-1");
  }

  static Failure failure(FailureClass failureClass) {
    return new Failure(failureClass, "java.net.ConnectException", "refused");
  }

  static Settlement retryable(Duration delay) {
    return new Settlement.Retryable(failure(FailureClass.TRANSIENT_BEFORE_WRITE), delay);
  }

  static Settlement terminal() {
    return new Settlement.Terminal(failure(FailureClass.PERMANENT));
  }

  static Settlement doubt() {
    return new Settlement.Doubt(failure(FailureClass.UNKNOWN_AFTER_START));
  }
}
