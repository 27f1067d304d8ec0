package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.Departure;
import dev.sidegate.engine.gate.Entry;
import dev.sidegate.engine.gate.Exit;
import dev.sidegate.engine.gate.Gate;
import dev.sidegate.engine.gate.HeldAnswer;
import dev.sidegate.engine.gate.HeldCallException;
import dev.sidegate.engine.gate.RunningAttempt;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of {@code Sidegate.effect(…).call(body)}: the same gate, without weaving. */
public final class LambdaCalls {
  private static final Logger LOG = LoggerFactory.getLogger(LambdaCalls.class);

  private final CallForms forms;
  private final Gate gate;
  private final Departure departure;

  /** Sends calls through this gate. */
  public LambdaCalls(CallForms forms, Gate gate, Departure departure) {
    this.forms = forms;
    this.gate = gate;
    this.departure = departure;
  }

  @Nullable Object call(Map<?, ?> wish, Callable<?> body) {
    ClassLoader loader = body.getClass().getClassLoader();
    Entry entry = enter(wish, body, loader);
    if (entry instanceof Entry.Replay replay) {
      return replay.result();
    }
    if (entry instanceof Entry.Run run) {
      return seenBy(loader, run(run.attempt(), body));
    }
    throw new IllegalStateException("a lambda has no super call to join");
  }

  private Entry enter(Map<?, ?> wish, Callable<?> body, @Nullable ClassLoader loader) {
    try {
      return gate.enter(new LambdaCall(forms, wish, body.getClass()));
    } catch (HeldCallException held) {
      throw HeldExceptions.of(held, loader);
    } catch (RuntimeException | LinkageError | StackOverflowError fault) {
      LOG.error("A call of {} is refused: {}", wish.get("effect"), fault.toString(), fault);
      throw HeldExceptions.of(
          HeldAnswer.refused(String.valueOf(fault.getMessage())), fault, loader);
    }
  }

  private Exit run(RunningAttempt attempt, Callable<?> body) {
    Object result;
    try {
      result = body.call();
    } catch (Throwable thrown) {
      departure.leaveThread(attempt);
      return departure.threw(attempt, thrown);
    }
    departure.leaveThread(attempt);
    return departure.returned(attempt, result);
  }

  private static @Nullable Object seenBy(@Nullable ClassLoader loader, Exit exit) {
    if (exit instanceof Exit.Return returned) {
      return returned.result();
    }
    if (exit instanceof Exit.Throw threw) {
      throw Sneaky.unchecked(threw.thrown());
    }
    throw HeldExceptions.of(((Exit.Held) exit).held(), loader);
  }

  /** The door declares no checked exception; a body's own goes through unchanged. */
  private static final class Sneaky {
    private Sneaky() {}

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <T extends Throwable> RuntimeException unchecked(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }
}
