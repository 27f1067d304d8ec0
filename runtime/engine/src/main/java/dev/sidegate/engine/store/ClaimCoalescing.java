package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.PayloadHash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A hundred claims of one key are one row: one is granted, the others find it in progress. */
final class ClaimCoalescing implements Coalescing<ClaimRequest, ClaimAnswer> {
  @Override
  public Object subject(ClaimRequest request) {
    return request.key();
  }

  @Override
  public @Nullable ClaimAnswer follow(ClaimRequest first, ClaimAnswer answer, ClaimRequest other) {
    if (first.policyVersion() != other.policyVersion()
        || !first.promise().equals(other.promise())
        || !samePayload(first, other)
        || answer.outcome() instanceof ClaimOutcome.TooLate) {
      return null;
    }
    if (!(answer.outcome() instanceof ClaimOutcome.Granted)) {
      return answer;
    }
    return first.owner().equals(other.owner()) || answer.granted() == null
        ? null
        : ClaimAnswer.of(new ClaimOutcome.Standing(answer.granted()));
  }

  /** As claim.sql compares them: the schema's fingerprint says who looked, not what was seen. */
  private static boolean samePayload(ClaimRequest first, ClaimRequest other) {
    PayloadHash one = first.payload().hash();
    PayloadHash two = other.payload().hash();
    return one.algorithm() == two.algorithm() && Arrays.equals(one.digest(), two.digest());
  }
}
