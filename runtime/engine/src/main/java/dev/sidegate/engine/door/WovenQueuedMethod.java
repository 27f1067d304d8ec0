package dev.sidegate.engine.door;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.gate.CallScopes;
import dev.sidegate.engine.gate.DispatchGate;
import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.gate.HeldCallException;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.intent.Dispatchable;
import dev.sidegate.engine.intent.Dispatched;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.outbox.QueuedMethod;
import dev.sidegate.engine.target.Targets;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs queued calls of one woven method: on its class's target, with arguments that the
 * application's own types rebuild from the stored form, through the advice as any call.
 */
final class WovenQueuedMethod implements QueuedMethod {
  private static final Logger LOG = LoggerFactory.getLogger(WovenQueuedMethod.class);

  private static final CompletionStage<Boolean> DONE = CompletableFuture.completedFuture(true);

  private final CallForms forms;
  private final Applications applications;
  private final DescribedMethod method;
  private final MethodHandles.Lookup access;
  private final Targets targets;
  private final DispatchGate gate;
  private final CallScopes scopes;
  private final Reruns reruns;

  WovenQueuedMethod(
      CallForms forms,
      Applications applications,
      DescribedMethod method,
      MethodHandles.Lookup access,
      Targets targets,
      DispatchGate gate,
      CallScopes scopes,
      Reruns reruns) {
    this.forms = forms;
    this.applications = applications;
    this.method = method;
    this.access = access;
    this.targets = targets;
    this.gate = gate;
    this.scopes = scopes;
    this.reruns = reruns;
  }

  @Override
  public EffectSpec effect() {
    return method.effect();
  }

  @Override
  public boolean queues() {
    return gate.queues(effect());
  }

  @Override
  public boolean ready() {
    return gate.obstacle(effect()).isEmpty()
        && method.callee().callable()
        && (method.callee().isStatic() || targets.of(access.lookupClass()).isPresent());
  }

  @Override
  public Dispatchable dispatchable() {
    return gate.dispatchable(effect(), method::rule, lookup());
  }

  private Optional<ProviderLookup> lookup() {
    return method
        .reconciler()
        .map(
            reconciler ->
                new WovenLookup(
                    forms, method, reconciler, access, () -> targets.of(access.lookupClass())));
  }

  @Override
  public void forgetPolicy() {
    gate.forget(effect());
  }

  @Override
  public void giveBack(Dispatched dispatched, String reason) {
    gate.undo(dispatched, new Settlement.HandedBack(reason));
  }

  @Override
  public CompletionStage<?> run(Dispatched dispatched, LeaseClock.Reading sentAt) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    CallScopes.Known outside = scopes.enter(dispatched.context().values());
    // The thread is the engine's; the application's code expects its own loader around it.
    thread.setContextClassLoader(access.lookupClass().getClassLoader());
    try {
      return call(dispatched, sentAt);
    } catch (RuntimeException | Error bug) {
      LOG.error("{} could not be run; its lease decides", dispatched.claim().operation(), bug);
      return DONE;
    } finally {
      thread.setContextClassLoader(before);
      scopes.leave(outside);
    }
  }

  private CompletionStage<?> call(Dispatched dispatched, LeaseClock.Reading sentAt) {
    Object target = null;
    if (!method.callee().isStatic()) {
      Optional<Object> found = targets.of(access.lookupClass());
      if (found.isEmpty()) {
        // It went since the claim: another process may have one.
        giveBack(dispatched, targets.absence(access.lookupClass()));
        return DONE;
      }
      target = found.get();
    }
    Reruns.Rerun rerun = reruns.expect(method, call -> gate.begin(call, dispatched, sentAt));
    Object result = null;
    try {
      result =
          new WovenCall(forms, applications, method, access, target, new Object[0])
              .callAnew(dispatched.claim().key(), dispatched.payload());
    } catch (InvalidCallException notRebuilt) {
      rerun.refused(notRebuilt);
    } catch (Throwable seenInTheRerun) {
      LOG.debug("{} ended with a throwable", dispatched.claim().operation(), seenInTheRerun);
    } finally {
      reruns.forget();
    }
    if (!rerun.wasGranted()) {
      notBegun(dispatched, rerun);
    } else if (method.returnsStage() && result instanceof CompletionStage<?> stage) {
      // Completed once the end is settled; no thread waits for it.
      return stage.handle((value, thrown) -> true);
    }
    return DONE;
  }

  private void notBegun(Dispatched dispatched, Reruns.Rerun rerun) {
    Optional<RuntimeException> refusal = rerun.refusal();
    if (refusal.isEmpty() && !rerun.wasTaken()) {
      // Nobody guarded the call, so nobody knows what it did (law 1 was broken elsewhere).
      gate.undo(
          dispatched,
          new Settlement.Doubt(
              new Failure(
                  FailureClass.UNKNOWN_AFTER_START,
                  IllegalStateException.class.getName(),
                  "the method is not woven"),
              Duration.ZERO));
    } else {
      gate.undo(dispatched, ending(refusal.orElse(null)));
    }
  }

  private static Settlement ending(@Nullable RuntimeException refusal) {
    if (refusal instanceof HeldCallException held) {
      String reason = held.answer().reason();
      return new Settlement.HandedBack(reason == null ? held.answer().message() : reason);
    }
    return new Settlement.Held(
        HoldReason.UNDECODABLE,
        refusal == null ? "it did not begin" : String.valueOf(refusal.getMessage()));
  }
}
