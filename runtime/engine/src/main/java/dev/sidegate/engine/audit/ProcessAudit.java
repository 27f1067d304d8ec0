package dev.sidegate.engine.audit;

import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.lease.LeaseClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What this process refused, and what its attempts reported too late, until it is written to the
 * process's chain (law 15). The same refusal again is counted, not written again: the first one
 * goes out at once, and what follows within a window is one event with a count.
 *
 * <p>Safe for many threads; a caller only counts. Replays and "in progress" are no refusals and do
 * not belong here.
 */
public final class ProcessAudit {
  /** Different refusals that are told apart at one time; more share one event. */
  static final int SUBJECTS = 10_000;

  private static final int LONGEST_VALUE = 300;
  private static final String MANY = "*";

  private final LeaseClock clock;
  private final Map<Subject, Tally> tallies = new LinkedHashMap<>();
  private Optional<Runnable> listener = Optional.empty();

  /** Counts by this clock; when an event is written, the database gives it its own time. */
  public ProcessAudit(LeaseClock clock) {
    this.clock = clock;
  }

  /**
   * A call was refused.
   *
   * @param kind why: conflict, validation, stopped, policy …
   * @param effect the effect's name
   * @param scope null if it is not known yet
   * @param keyDigest {@link KeyDigest}; null if there is no key
   * @param detail what else there is to say: reason, release, model, requester. Nothing sensitive;
   *     of a repeated refusal the first one's detail is kept
   */
  public void refusal(
      String kind,
      String effect,
      @Nullable String scope,
      @Nullable String keyDigest,
      Map<String, String> detail) {
    String name = "REFUSED_" + kind.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    count(new Subject(name, effect, scope, keyDigest, ""), detail);
  }

  /**
   * An attempt that had lost its intent said how it ended; the evidence itself is kept with the
   * intent. A claim that is handed back knows nothing and is none.
   */
  public void lateEvidence(SettleRequest request) {
    if (request.settlement() instanceof Settlement.HandedBack) {
      return;
    }
    evidence("LATE_EVIDENCE", request.claim(), ended(request));
  }

  /** An attempt that had lost its intent brought its provider's proof; the proof is kept. */
  public void lateReceipt(Claimed claim) {
    evidence("LATE_EVIDENCE", claim, "RECEIPT");
  }

  /** An attempt ended, and the database does not have its claim any more. */
  public void lostClaim(SettleRequest request) {
    evidence("LOST_CLAIM", request.claim(), ended(request));
  }

  private static String ended(SettleRequest request) {
    return request.settlement().getClass().getSimpleName().toUpperCase(Locale.ROOT);
  }

  private void evidence(String kind, Claimed claim, String ended) {
    String attempt = claim.operation() + "#" + claim.attempt();
    count(
        new Subject(
            kind, claim.key().effect(), claim.key().scope(), KeyDigest.of(claim.key()), attempt),
        Map.of(
            "operation",
            claim.operation().toString(),
            "attempt",
            String.valueOf(claim.attempt()),
            "ended",
            ended));
  }

  private void count(Subject subject, Map<String, String> detail) {
    LeaseClock.Reading now = clock.read();
    Optional<Runnable> told;
    synchronized (this) {
      Tally tally = tallies.get(subject);
      if (tally == null && tallies.size() >= SUBJECTS) {
        subject = new Subject(subject.kind, MANY, null, null, "");
        tally = tallies.get(subject);
      }
      if (tally == null) {
        tally = new Tally(now.monotonicNanos());
        tallies.put(subject, tally);
      }
      tally.add(1, now.wallMillis(), detail);
      told = tally.dueNanos - now.monotonicNanos() <= 0 ? listener : Optional.empty();
    }
    told.ifPresent(Runnable::run);
  }

  /** Whom to tell that something is due. */
  synchronized void tell(Runnable newListener) {
    this.listener = Optional.of(newListener);
  }

  /** What is due now. What follows on it within the window is counted until then. */
  synchronized List<Counted> takeDue(Duration window) {
    long now = clock.read().monotonicNanos();
    List<Counted> due = new ArrayList<>();
    Iterator<Map.Entry<Subject, Tally>> all = tallies.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Subject, Tally> each = all.next();
      Tally tally = each.getValue();
      if (tally.dueNanos - now > 0) {
        continue;
      }
      if (tally.count == 0) {
        all.remove();
      } else {
        due.add(tally.take(each.getKey()));
        tally.dueNanos = now + window.toNanos();
      }
    }
    return due;
  }

  /** Everything that was counted, due or not. */
  synchronized List<Counted> takeAll() {
    List<Counted> all = new ArrayList<>();
    tallies.forEach(
        (subject, tally) -> {
          if (tally.count > 0) {
            all.add(tally.take(subject));
          }
        });
    tallies.clear();
    return all;
  }

  /** Takes back what could be written nowhere; it is due again. */
  synchronized void giveBack(List<Counted> counted) {
    long now = clock.read().monotonicNanos();
    for (Counted each : counted) {
      Tally tally = tallies.computeIfAbsent(each.subject, subject -> new Tally(now));
      tally.giveBack(each);
    }
  }

  /** Until the next is due; negative if nothing was counted. */
  synchronized long nanosToNext() {
    long now = clock.read().monotonicNanos();
    return tallies.values().stream()
        .mapToLong(tally -> Math.max(0, tally.dueNanos - now))
        .min()
        .orElse(-1);
  }

  /** What is counted as the same. */
  record Subject(
      String kind,
      String effect,
      @Nullable String scope,
      @Nullable String keyDigest,
      String attempt) {}

  /** So often, between these moments of this JVM's clock. */
  record Counted(
      Subject subject, long count, long firstMillis, long lastMillis, Map<String, String> detail) {

    ProcessEvent event() {
      TreeMap<String, String> all = new TreeMap<>();
      detail.forEach((name, value) -> all.put(name, shortened(value)));
      all.put("effect", shortened(subject.effect));
      if (subject.scope != null && !subject.scope.isEmpty()) {
        all.put("scope", shortened(subject.scope));
      }
      if (subject.keyDigest != null) {
        all.put("keyDigest", subject.keyDigest);
      }
      all.put("count", String.valueOf(count));
      all.put("first", Instant.ofEpochMilli(firstMillis).toString());
      if (count > 1) {
        all.put("last", Instant.ofEpochMilli(lastMillis).toString());
      }
      return new ProcessEvent(subject.kind, all);
    }

    private static String shortened(String value) {
      return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE);
    }
  }

  private static final class Tally {
    private long dueNanos;
    private long count;
    private long firstMillis;
    private long lastMillis;
    private Map<String, String> detail = Map.of();

    Tally(long dueNanos) {
      this.dueNanos = dueNanos;
    }

    void add(long more, long atMillis, Map<String, String> said) {
      if (count == 0) {
        firstMillis = atMillis;
        detail = Map.copyOf(said);
      }
      count += more;
      lastMillis = atMillis;
    }

    Counted take(Subject subject) {
      Counted counted = new Counted(subject, count, firstMillis, lastMillis, detail);
      count = 0;
      return counted;
    }

    void giveBack(Counted counted) {
      lastMillis = count == 0 ? counted.lastMillis : lastMillis;
      count += counted.count;
      firstMillis = counted.firstMillis;
      detail = counted.detail;
    }
  }
}
