package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.PayloadHash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A hundred requests of one key are one row, one question and one answer. */
final class EnqueueCoalescing implements Coalescing<EnqueueRequest, ClaimOutcome> {
  @Override
  public Object subject(EnqueueRequest request) {
    return request.key();
  }

  @Override
  public @Nullable ClaimOutcome follow(
      EnqueueRequest first, ClaimOutcome answer, EnqueueRequest other) {
    PayloadHash one = first.payload().hash();
    PayloadHash two = other.payload().hash();
    return first.policyVersion() == other.policyVersion()
            && one.algorithm() == two.algorithm()
            && Arrays.equals(one.digest(), two.digest())
        ? answer
        : null;
  }
}
