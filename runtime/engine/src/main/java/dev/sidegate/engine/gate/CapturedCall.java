package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one guarded call that a body makes and that is to run later: with key and payload, which are
 * taken where it is made. More than one is none. Safe for many threads: the body may hand its work
 * on.
 */
public final class CapturedCall {
  private @Nullable Taken taken;
  private boolean tooMany;
  private boolean closed;

  /**
   * A call as it was made.
   *
   * @param call what is called
   * @param key its wish
   * @param payload its arguments
   * @param context what was known around it
   */
  public record Taken(GuardedCall call, IntentKey key, Payload payload, CallContext context) {}

  /** Takes a call; answers what its caller is told, since it does not run here. */
  synchronized HeldCallException take(Taken call) {
    if (closed) {
      return refused("the body that was to be deferred has ended already");
    }
    if (taken != null) {
      tooMany = true;
      return refused("this is the second guarded call of what was to be deferred as one");
    }
    Optional<String> obstacle = call.call().effect().demands().obstacle();
    if (obstacle.isPresent()) {
      return refused(
          "the effect " + call.call().effect().name() + " was to run later, but " + obstacle.get());
    }
    taken = call;
    return new HeldCallException(HeldAnswers.captured());
  }

  /** The body has ended; nothing is taken any more. */
  synchronized void close() {
    closed = true;
  }

  /** Whether there was more than one. */
  synchronized boolean several() {
    return tooMany;
  }

  /** The call that was made; empty if there was none. */
  synchronized Optional<Taken> taken() {
    return Optional.ofNullable(taken);
  }

  private static HeldCallException refused(String reason) {
    return new HeldCallException(HeldAnswers.refused(reason));
  }
}
