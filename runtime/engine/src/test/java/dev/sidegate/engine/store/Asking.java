package dev.sidegate.engine.store;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.intent.AttemptEvidence;
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
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What tests ask the store for. */
final class Asking {
  static final Duration LEASE = Duration.ofSeconds(30);
  static final Duration LONGEST = Duration.ofMinutes(15);
  static final Duration SETTLE_DELAY = Duration.ofSeconds(1);
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
        new CallContext(Map.of("release", "r1")),
        ProviderPromise.NONE,
        LONGEST,
        null,
        null,
        SETTLE_DELAY,
        false);
  }

  /** By a claimer that knows this promise. */
  static ClaimRequest with(ClaimRequest request, ProviderPromise promise) {
    return new ClaimRequest(
        request.key(),
        request.payload(),
        new LeaseOwner(UUID.randomUUID()),
        request.lease(),
        request.policyVersion(),
        request.budget(),
        request.context(),
        promise,
        request.longestAttempt(),
        request.notAfter(),
        request.reconciler(),
        request.settleDelay(),
        request.watched());
  }

  /** Another wish, under another version of its policy. */
  static ClaimRequest with(ClaimRequest request, IntentKey key, int policyVersion) {
    return new ClaimRequest(
        key,
        request.payload(),
        new LeaseOwner(UUID.randomUUID()),
        request.lease(),
        policyVersion,
        request.budget(),
        request.context(),
        request.promise(),
        request.longestAttempt(),
        request.notAfter(),
        request.reconciler(),
        request.settleDelay(),
        request.watched());
  }

  /** Of an effect whose doubt somebody can look up. */
  static ClaimRequest withReconciler(ClaimRequest request, String reconciler) {
    return new ClaimRequest(
        request.key(),
        request.payload(),
        new LeaseOwner(UUID.randomUUID()),
        request.lease(),
        request.policyVersion(),
        request.budget(),
        request.context(),
        request.promise(),
        request.longestAttempt(),
        request.notAfter(),
        reconciler,
        request.settleDelay(),
        request.watched());
  }

  /** Inside another attempt. */
  static ClaimRequest notAfter(ClaimRequest request, Instant notAfter) {
    return new ClaimRequest(
        request.key(),
        request.payload(),
        new LeaseOwner(UUID.randomUUID()),
        request.lease(),
        request.policyVersion(),
        request.budget(),
        request.context(),
        request.promise(),
        request.longestAttempt(),
        notAfter,
        request.reconciler(),
        request.settleDelay(),
        request.watched());
  }

  /** In a JVM whose wire is watched. */
  static ClaimRequest watched(ClaimRequest request) {
    return new ClaimRequest(
        request.key(),
        request.payload(),
        new LeaseOwner(UUID.randomUUID()),
        request.lease(),
        request.policyVersion(),
        request.budget(),
        request.context(),
        request.promise(),
        request.longestAttempt(),
        request.notAfter(),
        request.reconciler(),
        request.settleDelay(),
        true);
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
    return new SettleRequest(claim, settlement, List.of(), AttemptEvidence.NONE);
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
    return new Settlement.Doubt(failure(FailureClass.UNKNOWN_AFTER_START), Duration.ZERO);
  }
}
