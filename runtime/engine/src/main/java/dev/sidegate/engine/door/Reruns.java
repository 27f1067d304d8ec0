package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.Exit;
import dev.sidegate.engine.gate.FurtherAttempts;
import dev.sidegate.engine.gate.HeldCallException;
import dev.sidegate.engine.gate.RunningAttempt;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Woven calls that the engine itself makes, by thread. Such a call goes through the advice as any
 * other; here it finds out which attempt it follows, and leaves how it ended.
 */
@SuppressWarnings("ThreadLocalUsage") // one per engine, not one per class loader
final class Reruns {
  private final ThreadLocal<Rerun> expected = new ThreadLocal<>();

  /** The next call of this method in this thread follows that attempt. */
  Rerun expect(DescribedMethod method, RunningAttempt ended) {
    Rerun rerun = new Rerun(method, ended);
    expected.set(rerun);
    return rerun;
  }

  /** Nothing is expected any more. */
  void forget() {
    expected.remove();
  }

  /** What a call of this method follows, once. */
  @SuppressWarnings("ReferenceEquality") // each method of each class is described once
  @Nullable Rerun take(DescribedMethod method) {
    Rerun rerun = expected.get();
    if (rerun == null || rerun.method != method) {
      return null;
    }
    expected.remove();
    return rerun;
  }

  /** One call that the engine makes. */
  static final class Rerun {
    private final DescribedMethod method;
    private final RunningAttempt ended;
    private boolean granted;
    private @Nullable Exit exit;

    private Rerun(DescribedMethod method, RunningAttempt ended) {
      this.method = method;
      this.ended = ended;
    }

    RunningAttempt ended() {
      return ended;
    }

    void granted() {
      granted = true;
    }

    void ends(Exit how) {
      exit = how;
    }

    void held(HeldCallException held) {
      exit = FurtherAttempts.heldAgain(held).orElse(null);
    }

    /** How it ended; empty if nothing ran and there is nothing new to tell. */
    Optional<Exit> exit() {
      return exit == null && granted
          ? Optional.of(FurtherAttempts.lost(ended))
          : Optional.ofNullable(exit);
    }
  }
}
