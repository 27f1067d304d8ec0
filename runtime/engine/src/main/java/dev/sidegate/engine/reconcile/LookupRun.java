package dev.sidegate.engine.reconcile;

import dev.sidegate.engine.gate.CallScopes;
import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.Probe;
import dev.sidegate.engine.intent.ProbeEnd;
import dev.sidegate.engine.intent.ProbeStep;
import dev.sidegate.engine.intent.ProbeStore;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one lookup that has begun, in bounded time, and ends it with what it found. An exception, a
 * null and a lookup that takes too long are all the same: nobody knows yet (law 4).
 */
public final class LookupRun {
  private static final Logger LOG = LoggerFactory.getLogger(LookupRun.class);
  private static final int REASON_LIMIT = 500;
  private static final int AT_ONCE = 8;

  private final ProbeStore store;
  private final ExecutorService workers;
  private final CallScopes scopes;
  private final AtomicInteger running = new AtomicInteger();

  /**
   * Runs lookups on these threads.
   *
   * @param scopes where it stands that nothing guarded runs meanwhile: asking changes nothing
   */
  public LookupRun(ProbeStore store, ExecutorService workers, CallScopes scopes) {
    this.store = store;
    this.workers = workers;
    this.scopes = scopes;
  }

  /** How many more may run now. */
  int free() {
    return Math.max(0, AT_ONCE - running.get());
  }

  /**
   * Starts; the lookup's time is a part of its lease, so that its end is settled within it.
   *
   * @return completed when the end is settled, never exceptionally
   */
  CompletableFuture<ProbeStep> start(Probe probe, ProviderLookup lookup, Duration lease) {
    Duration limit = lease.multipliedBy(4).dividedBy(5);
    running.incrementAndGet();
    Future<@Nullable Finding> answer = workers.submit(() -> ask(probe, lookup));
    return CompletableFuture.supplyAsync(
        () -> end(probe, lookup, await(answer, lookup, limit)), workers);
  }

  /** Runs until the application's code comes back, however late: until then its place is taken. */
  private @Nullable Finding ask(Probe probe, ProviderLookup lookup) {
    CallScopes.Known before = scopes.plan();
    try {
      return lookup.ask(probe);
    } finally {
      scopes.leave(before);
      running.decrementAndGet();
    }
  }

  private static Finding await(
      Future<@Nullable Finding> answer, ProviderLookup lookup, Duration limit) {
    try {
      Finding finding = answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return finding == null ? undetermined("the lookup returned null") : shortened(finding);
    } catch (TimeoutException late) {
      answer.cancel(true);
      return undetermined("no answer within " + limit.toMillis() + " ms");
    } catch (ExecutionException thrown) {
      return undetermined(text(thrown.getCause(), lookup));
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      return undetermined("the engine is closing");
    }
  }

  private ProbeStep end(Probe probe, ProviderLookup lookup, Finding finding) {
    ProbeStep step = ReconcileDecision.of(finding, probe.facts());
    try {
      if (store.endProbe(new ProbeEnd(probe, finding, step))) {
        report(probe, lookup, finding, step);
      } else {
        LOG.info(
            "{} ({}) was settled while {} asked about it; its answer {} is kept with the lookup",
            probe.operation(),
            probe.key().effect(),
            lookup.identity(),
            finding.verdict());
      }
    } catch (StoreUnavailableException away) {
      LOG.warn(
          "What {} found about {} is lost, the database is away; it is asked again: {}",
          lookup.identity(),
          probe.operation(),
          away.getMessage());
    } catch (RuntimeException bug) {
      LOG.error("The lookup about {} could not be ended", probe.operation(), bug);
    }
    return step;
  }

  private static void report(Probe probe, ProviderLookup lookup, Finding finding, ProbeStep step) {
    String what = step.hold() == null ? step.state().toString() : "waits for a person";
    LOG.info(
        "{} ({}): {} says {}; {}",
        probe.operation(),
        probe.key().effect(),
        lookup.identity(),
        finding.verdict(),
        what);
  }

  /** Law 13: an exception of a sensitive effect may quote the value. */
  private static String text(@Nullable Throwable cause, ProviderLookup lookup) {
    Throwable thrown =
        cause instanceof UndeclaredThrowableException checked ? checked.getCause() : cause;
    if (thrown == null) {
      return "the lookup failed";
    }
    String message = lookup.effect().sensitive() ? null : thrown.getMessage();
    return "the lookup threw "
        + thrown.getClass().getName()
        + (message == null ? "" : ": " + message);
  }

  private static Finding shortened(Finding finding) {
    if (finding instanceof Finding.Conflict conflict) {
      return new Finding.Conflict(shortened(conflict.reason()));
    }
    return finding instanceof Finding.Undetermined open ? undetermined(open.reason()) : finding;
  }

  private static Finding undetermined(@Nullable String reason) {
    return new Finding.Undetermined(shortened(reason));
  }

  private static @Nullable String shortened(@Nullable String reason) {
    return reason == null || reason.length() <= REASON_LIMIT
        ? reason
        : reason.substring(0, REASON_LIMIT);
  }
}
