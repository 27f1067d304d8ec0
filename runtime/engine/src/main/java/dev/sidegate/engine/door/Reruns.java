package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.Entry;
import dev.sidegate.engine.gate.Exit;
import dev.sidegate.engine.gate.FurtherAttempts;
import dev.sidegate.engine.gate.HeldCallException;
import dev.sidegate.engine.gate.RunningAttempt;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Woven calls that the engine itself makes, by thread. Such a call goes through the advice as any
 * other; here it finds out by which way it enters, and leaves how it ended.
 */
@SuppressWarnings("ThreadLocalUsage") // one per engine, not one per class loader
final class Reruns {
  private final ThreadLocal<Rerun> expected = new ThreadLocal<>();

  /** The next call of this method in this thread is the engine's. */
  Rerun expect(DescribedMethod method, Way way) {
    Rerun rerun = new Rerun(method, way);
    expected.set(rerun);
    return rerun;
  }

  /** Nothing is expected any more. */
  void forget() {
    expected.remove();
  }

  /** The engine's call of this method, once. */
  @SuppressWarnings("ReferenceEquality") // each method of each class is described once
  @Nullable Rerun take(DescribedMethod method) {
    Rerun rerun = expected.get();
    if (rerun == null || rerun.method != method) {
      return null;
    }
    expected.remove();
    rerun.taken = true;
    return rerun;
  }

  /** How such a call gets the right to run. */
  @FunctionalInterface
  interface Way {
    Entry enter(WovenCall call);
  }

  /** One call that the engine makes. */
  static final class Rerun {
    private final DescribedMethod method;
    private final Way way;
    private boolean taken;
    private @Nullable RunningAttempt granted;
    private @Nullable Exit exit;
    private @Nullable RuntimeException refusal;

    private Rerun(DescribedMethod method, Way way) {
      this.method = method;
      this.way = way;
    }

    Entry enter(WovenCall call) {
      return way.enter(call);
    }

    void granted(RunningAttempt attempt) {
      granted = attempt;
    }

    void ends(Exit how) {
      exit = how;
    }

    void refused(RuntimeException why) {
      refusal = why;
      if (why instanceof HeldCallException held) {
        exit = FurtherAttempts.heldAgain(held).orElse(null);
      }
    }

    /** Whether the call came through the advice. */
    boolean wasTaken() {
      return taken;
    }

    /** Whether its body may have run. */
    boolean wasGranted() {
      return granted != null;
    }

    /** Why nothing ran; empty if something did. */
    Optional<RuntimeException> refusal() {
      return Optional.ofNullable(refusal);
    }

    /** How it ended; empty if nothing ran and there is nothing new to tell. */
    Optional<Exit> exit() {
      return exit == null && granted != null
          ? Optional.of(FurtherAttempts.lost(granted))
          : Optional.ofNullable(exit);
    }
  }
}
