package dev.sidegate.engine.reconcile;

import dev.sidegate.engine.gate.GuardedCall;
import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.gate.Reconciling;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.ProbeAnswer;
import dev.sidegate.engine.intent.ProbeRequest;
import dev.sidegate.engine.intent.ProbeStep;
import dev.sidegate.engine.intent.ProbeStore;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A caller that meets a doubt may wait for its end: the provider is asked with the caller's own
 * object, if the time for that comes within the caller's patience. An impatient caller goes, and
 * the lookup that it began ends without it.
 */
public final class CallerReconciliation implements Reconciling {
  private static final long MINIMUM_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Settings settings;
  private final ProbeStore store;
  private final LookupRun runs;
  private final LeaseClock clock;
  private final Supplier<UUID> tokens;

  /** Puts it together; clock and randomness are handed in. */
  public CallerReconciliation(
      Settings settings,
      ProbeStore store,
      LookupRun runs,
      LeaseClock clock,
      Supplier<UUID> tokens) {
    this.settings = settings;
    this.store = store;
    this.runs = runs;
    this.clock = clock;
    this.tokens = tokens;
  }

  @Override
  public Asking about(GuardedCall call, Duration patience) {
    return new Waiting(call, patience);
  }

  private final class Waiting implements Asking {
    private final GuardedCall call;
    private final long patienceNanos;
    private long begunNanos = -1;

    Waiting(GuardedCall call, Duration patience) {
      this.call = call;
      this.patienceNanos = patience.toNanos();
    }

    @Override
    public boolean again(IntentSnapshot doubt) {
      Optional<ProviderLookup> lookup = call.lookup().filter(ProviderLookup::ready);
      if (doubt.hold() != null || (lookup.isEmpty() && doubt.receipt() == null)) {
        return false;
      }
      if (begunNanos == -1) {
        begunNanos = now();
      }
      while (left() > 0 && !Thread.currentThread().isInterrupted()) {
        ProbeAnswer answer = store.beginProbes(request(doubt.operation(), lookup)).get(0);
        if (answer instanceof ProbeAnswer.Moved) {
          return true;
        } else if (answer instanceof ProbeAnswer.Begun begun) {
          Optional<ProbeStep> step =
              await(runs.start(begun.probe(), lookup.orElseThrow(), settings().lease()));
          if (step.isEmpty() || step.get() != ProbeStep.ASK_AGAIN) {
            return step.isPresent();
          }
        } else if (!(answer instanceof ProbeAnswer.Wait wait) || !pause(wait.until())) {
          return false;
        }
      }
      return false;
    }

    private ProbeRequest request(UUID operation, Optional<ProviderLookup> lookup) {
      return new ProbeRequest(
          List.of(operation),
          lookup
              .map(
                  found ->
                      new ProbeRequest.Askable(
                          found.effect().name(),
                          found.identity(),
                          settings().lease(),
                          settings().reconcile().limit()))
              .stream()
              .toList(),
          new LeaseOwner(tokens.get()));
    }

    private EffectSettings settings() {
      return settings.effect(call.effect().name());
    }

    /** What the lookup led to; empty if the caller's patience or the caller itself ends first. */
    private Optional<ProbeStep> await(CompletableFuture<ProbeStep> run) {
      try {
        return Optional.of(run.get(left(), TimeUnit.NANOSECONDS));
      } catch (TimeoutException impatient) {
        return Optional.empty();
      } catch (InterruptedException gone) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      } catch (ExecutionException bug) {
        throw new IllegalStateException(bug.getCause());
      }
    }

    /** Pauses until a lookup may begin, if that comes in time. */
    private boolean pause(Duration until) {
      long nanos = Math.max(until.toNanos(), MINIMUM_PAUSE_NANOS);
      if (nanos > left()) {
        return false;
      }
      LockSupport.parkNanos(nanos);
      return true;
    }

    private long left() {
      return patienceNanos - (now() - begunNanos);
    }

    private long now() {
      return clock.read().monotonicNanos();
    }
  }
}
