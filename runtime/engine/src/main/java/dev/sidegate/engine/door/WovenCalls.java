package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.CallScopes;
import dev.sidegate.engine.gate.Departure;
import dev.sidegate.engine.gate.DispatchGate;
import dev.sidegate.engine.gate.Entry;
import dev.sidegate.engine.gate.Exit;
import dev.sidegate.engine.gate.FurtherAttempts;
import dev.sidegate.engine.gate.Gate;
import dev.sidegate.engine.gate.GuardedStage;
import dev.sidegate.engine.gate.HeldAnswer;
import dev.sidegate.engine.gate.HeldCallException;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.gate.RunningAttempt;
import dev.sidegate.engine.outbox.QueuedMethods;
import dev.sidegate.engine.reconcile.Lookups;
import dev.sidegate.engine.target.Targets;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of woven methods: from the advice to the gate and back. */
public final class WovenCalls {
  private static final Logger LOG = LoggerFactory.getLogger(WovenCalls.class);

  /** The body runs as a part of the attempt around it. */
  private static final Object JOINED = new Object();

  private final Reruns reruns = new Reruns();
  private final Descriptors descriptors;
  private final CallForms forms;
  private final Applications applications;
  private final Gate gate;
  private final Departure departure;
  private final FurtherAttempts further;
  private final GuardedStage stages;
  private final Targets targets;
  private final DispatchGate dispatches;
  private final WovenQueue queue;

  /** Sends calls through this gate. */
  public WovenCalls(
      CallForms forms,
      ProviderContracts contracts,
      Applications applications,
      Gate gate,
      Departure departure,
      FurtherAttempts further,
      GuardedStage stages,
      Targets targets,
      DispatchGate dispatches,
      CallScopes scopes) {
    this.descriptors =
        new Descriptors(
            contracts,
            met -> {
              targets.met(met);
              List<String> unused = applications.channels(met.lookupClass());
            });
    this.targets = targets;
    this.forms = forms;
    this.applications = applications;
    this.further = further;
    this.gate = gate;
    this.departure = departure;
    this.stages = stages;
    this.dispatches = dispatches;
    this.queue =
        new WovenQueue(forms, applications, descriptors, targets, dispatches, scopes, reruns);
  }

  /** The methods of the classes that were called or built so far, for queued calls. */
  public QueuedMethods queue() {
    return queue;
  }

  /** The lookups of the classes that were called or built so far. */
  public Lookups lookups() {
    return new WovenLookups(forms, methods(), targets);
  }

  /** The methods of the classes that were called or built so far. */
  KnownMethods methods() {
    return new KnownMethods(descriptors, targets);
  }

  /** A token to run the body under, or the result in an array; throws if nothing may run. */
  Object enter(
      MethodHandles.Lookup lookup,
      String name,
      String jvmDescriptor,
      @Nullable Object target,
      @Nullable Object[] arguments) {
    Class<?> declaring = lookup.lookupClass();
    WovenCall call = null;
    Reruns.Rerun rerun = null;
    try {
      DescribedMethod method = descriptors.of(lookup).method(name, jvmDescriptor);
      rerun = reruns.take(method);
      call = new WovenCall(forms, applications, method, lookup, target, arguments);
      return enter(call, rerun, declaring.getClassLoader());
    } catch (HeldCallException held) {
      if (rerun != null) {
        rerun.refused(held);
      }
      if (call != null && call.returnsStage() && rerun == null) {
        return new Object[] {
          stages.of(call, held, later -> HeldExceptions.of(later, declaring.getClassLoader()))
        };
      }
      RuntimeException seen = HeldExceptions.of(held, declaring.getClassLoader());
      if (call != null && call.returnsStage()) {
        return new Object[] {CompletableFuture.failedFuture(seen)};
      }
      throw seen;
    } catch (RuntimeException | LinkageError | StackOverflowError fault) {
      if (rerun != null && fault instanceof RuntimeException refusal) {
        rerun.refused(refusal);
      }
      // Law 1: whatever went wrong, the body does not run.
      LOG.error("{}.{} is refused: {}", declaring.getName(), name, fault.toString(), fault);
      throw HeldExceptions.of(
          HeldAnswer.refused(String.valueOf(fault.getMessage())),
          fault,
          declaring.getClassLoader());
    }
  }

  private Object enter(WovenCall call, Reruns.@Nullable Rerun rerun, @Nullable ClassLoader loader) {
    Entry entry = rerun == null ? gate.enter(call) : rerun.enter(call);
    if (entry instanceof Entry.Run run) {
      if (rerun != null) {
        rerun.granted(run.attempt());
      }
      return new Token(run.attempt(), call, rerun, loader);
    }
    if (entry instanceof Entry.Replay replay) {
      if (rerun != null) {
        rerun.ends(new Exit.Return(replay.result()));
      }
      return new Object[] {
        call.returnsStage() ? CompletableFuture.completedFuture(replay.result()) : replay.result()
      };
    }
    return JOINED;
  }

  /** What the caller gets: result and throwable, one of them null. */
  @Nullable Object[] exit(Object token, @Nullable Object result, @Nullable Throwable thrown) {
    if (!(token instanceof Token running)) {
      return new @Nullable Object[] {result, thrown};
    }
    RunningAttempt attempt = running.attempt();
    try {
      departure.leaveThread(attempt);
      if (thrown == null && running.attempt().returnsStage()) {
        return stage(running, result);
      }
      Exit exit =
          thrown == null ? departure.returned(attempt, result) : departure.threw(attempt, thrown);
      if (running.rerun() != null) {
        running.rerun().ends(exit);
      } else {
        if (running.call().repeatable()) {
          exit = further.follow(attempt, exit, () -> callAgain(running));
        }
        exit = handedOver(running, exit);
      }
      return callerSees(exit, running);
    } catch (Throwable bug) {
      // The body has run; nothing here may hide how it ended. The lease makes it doubt.
      LOG.error("The end of {} could not be handled", attempt.claim().operation(), bug);
      departure.giveUp(attempt);
      return new @Nullable Object[] {result, thrown};
    }
  }

  /** Where another attempt may follow and nobody waits for it, a dispatcher goes on, if it can. */
  private Exit handedOver(Token running, Exit exit) {
    return exit instanceof Exit.Throw threw
            && threw.again().isPresent()
            && queue.takesOver(running.call())
            && dispatches.handOver(running.call(), running.attempt())
        ? Departure.scheduled(running.attempt(), threw.thrown())
        : exit;
  }

  /** The call goes through the advice; what it gives or throws is in the rerun already. */
  private Optional<Exit> callAgain(Token first) {
    RunningAttempt ended = first.attempt();
    Reruns.Rerun rerun = reruns.expect(first.call().method(), call -> gate.again(call, ended));
    try {
      Object unused = first.call().callAnew(ended.claim().key(), ended.stored());
    } catch (InvalidCallException notRebuilt) {
      LOG.info(
          "{} is not tried again in its caller's thread: {}",
          ended.claim().operation(),
          notRebuilt.getMessage());
    } catch (Throwable seenInTheRerun) {
      LOG.debug("{} was tried again", ended.claim().operation(), seenInTheRerun);
    } finally {
      reruns.forget();
    }
    return rerun.exit();
  }

  private @Nullable Object[] stage(Token running, @Nullable Object result) {
    if (result instanceof CompletionStage<?> stage) {
      return new @Nullable Object[] {
        stages.of(running.attempt(), stage, held -> HeldExceptions.of(held, running.loader())), null
      };
    }
    return callerSees(
        departure.threw(
            running.attempt(),
            new NullPointerException("the body returned null in place of a stage")),
        running);
  }

  private static @Nullable Object[] callerSees(Exit exit, Token running) {
    if (exit instanceof Exit.Return returned) {
      return new @Nullable Object[] {returned.result(), null};
    }
    if (exit instanceof Exit.Throw threw) {
      return new @Nullable Object[] {null, threw.thrown()};
    }
    Exit.Held refused = (Exit.Held) exit;
    return new @Nullable Object[] {null, HeldExceptions.of(refused.held(), running.loader())};
  }

  /** What the advice carries from enter to exit. */
  private record Token(
      RunningAttempt attempt,
      WovenCall call,
      Reruns.@Nullable Rerun rerun,
      @Nullable ClassLoader loader) {}
}
