package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.Departure;
import dev.sidegate.engine.gate.Entry;
import dev.sidegate.engine.gate.Exit;
import dev.sidegate.engine.gate.FurtherAttempts;
import dev.sidegate.engine.gate.Gate;
import dev.sidegate.engine.gate.HeldAnswer;
import dev.sidegate.engine.gate.HeldCallException;
import dev.sidegate.engine.gate.RunningAttempt;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of {@code Sidegate.effect(…).call(body)}: the same gate, without weaving. */
public final class LambdaCalls {
  private static final Logger LOG = LoggerFactory.getLogger(LambdaCalls.class);

  private final CallForms forms;
  private final ProviderContracts contracts;
  private final Applications applications;
  private final Gate gate;
  private final Departure departure;
  private final FurtherAttempts further;

  /** Sends calls through this gate. */
  public LambdaCalls(
      CallForms forms,
      ProviderContracts contracts,
      Applications applications,
      Gate gate,
      Departure departure,
      FurtherAttempts further) {
    this.forms = forms;
    this.contracts = contracts;
    this.applications = applications;
    this.gate = gate;
    this.departure = departure;
    this.further = further;
  }

  @Nullable Object call(Map<?, ?> wish, Callable<?> body) {
    ClassLoader loader = body.getClass().getClassLoader();
    Entry entry = enter(wish, body, loader);
    if (entry instanceof Entry.Replay replay) {
      return replay.result();
    }
    if (entry instanceof Entry.Run run) {
      RunningAttempt first = run.attempt();
      Exit exit = run(first, body);
      return seenBy(loader, further.follow(first, exit, () -> runAgain(wish, body, first)));
    }
    throw new IllegalStateException("a lambda has no super call to join");
  }

  private Entry enter(Map<?, ?> wish, Callable<?> body, @Nullable ClassLoader loader) {
    try {
      return gate.enter(call(wish, body.getClass()));
    } catch (HeldCallException held) {
      throw HeldExceptions.of(held, loader);
    } catch (RuntimeException | LinkageError | StackOverflowError fault) {
      LOG.error("A call of {} is refused: {}", wish.get("effect"), fault.toString(), fault);
      throw HeldExceptions.of(
          HeldAnswer.refused(String.valueOf(fault.getMessage())), fault, loader);
    }
  }

  private LambdaCall call(Map<?, ?> wish, Class<?> body) {
    return new LambdaCall(forms, contracts, applications, wish, body);
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

  private Optional<Exit> runAgain(Map<?, ?> wish, Callable<?> body, RunningAttempt ended) {
    try {
      Entry entry = gate.again(call(wish, body.getClass()), ended);
      return entry instanceof Entry.Run run
          ? Optional.of(run(run.attempt(), body))
          : Optional.of(new Exit.Return(((Entry.Replay) entry).result()));
    } catch (HeldCallException held) {
      return FurtherAttempts.heldAgain(held);
    } catch (RuntimeException | LinkageError | StackOverflowError fault) {
      LOG.error("{} is not tried again: {}", ended.claim().operation(), fault.toString(), fault);
      return Optional.empty();
    }
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
}
