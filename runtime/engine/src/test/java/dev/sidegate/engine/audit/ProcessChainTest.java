package dev.sidegate.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.world.HandTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A timeline of refusals, and what of them becomes an event when. */
@Timeout(60)
class ProcessChainTest {
  private static final UUID CHAIN = new UUID(1, 2);
  private static final String KEY = KeyDigest.of(new IntentKey("acme", "refund", "refund:A7:1"));

  private final HandClock clock = new HandClock();
  private final HandTimer timer = new HandTimer();
  private final ProcessAudit audit = new ProcessAudit(clock);
  private final Chains chains = new Chains();
  private final Kept kept = new Kept();
  private final ProcessChain chain = new ProcessChain(audit, chains, kept, timer, CHAIN);

  @AfterEach
  void endTheTimer() {
    timer.shutdownNow();
  }

  @Test
  void aProcessThatRefusesNothingWritesNothing() {
    assertThat(timer.isEmpty()).isTrue();
    chain.close();
    assertThat(chains.written).isEmpty();
  }

  @Test
  void theFirstRefusalIsWrittenAtOnceAndWhatFollowsIsCountedUntilTheWindowEnds() {
    refuse("conflict", KEY);
    timer.turn();

    assertThat(chains.kinds()).containsExactly("PROCESS", "REFUSED_CONFLICT");
    assertThat(chains.last().detail())
        .containsEntry("effect", "refund")
        .containsEntry("scope", "acme")
        .containsEntry("keyDigest", KEY)
        .containsEntry("reason", "why")
        .containsEntry("count", "1")
        .containsEntry("first", "2026-11-30T18:00:00Z");

    for (int call = 0; call < 99; call++) {
      clock.pass(Duration.ofMillis(10));
      refuse("conflict", KEY);
    }
    timer.turn();
    assertThat(chains.kinds()).as("within the window nothing is due").hasSize(2);

    clock.pass(Duration.ofSeconds(10));
    timer.turn();
    assertThat(chains.kinds()).hasSize(3).endsWith("REFUSED_CONFLICT");
    assertThat(chains.last().detail())
        .containsEntry("count", "99")
        .containsEntry("first", "2026-11-30T18:00:00.010Z")
        .containsEntry("last", "2026-11-30T18:00:00.990Z");
  }

  @Test
  void anotherKindEffectOrKeyIsAnotherEventOfTheSameStatement() {
    refuse("conflict", KEY);
    refuse("conflict", KEY);
    refuse("stopped", KEY);
    refuse("conflict", "another");
    audit.refusal("validation", "refund", null, null, Map.of());
    timer.turn();

    assertThat(chains.written).hasSize(1);
    assertThat(chains.kinds())
        .containsExactly(
            "PROCESS",
            "REFUSED_CONFLICT",
            "REFUSED_STOPPED",
            "REFUSED_CONFLICT",
            "REFUSED_VALIDATION");
    assertThat(chains.last().detail()).doesNotContainKeys("scope", "keyDigest");
  }

  @Test
  void aFloodOfKeysBecomesOneEventOfItsKind() {
    for (int key = 0; key < ProcessAudit.SUBJECTS + 500; key++) {
      refuse("conflict", "key " + key);
    }
    timer.turn();

    assertThat(chains.kinds()).hasSize(1 + ProcessAudit.SUBJECTS + 1);
    assertThat(chains.last().detail()).containsEntry("effect", "*").containsEntry("count", "500");
  }

  @Test
  void whileTheDatabaseIsAwayTheJournalHoldsThemAndNothingOvertakes() {
    chains.away = true;
    refuse("stopped", KEY);
    timer.turn();
    assertThat(kept.events).extracting(ProcessEvents::written).containsExactly(0L);

    chains.away = false;
    refuse("conflict", KEY);
    timer.forget();
    chain.close();

    assertThat(chains.written).as("the journal's come first").isEmpty();
    assertThat(kept.events).extracting(ProcessEvents::written).containsExactly(0L, 2L);
  }

  @Test
  void whatCanBeWrittenNowhereIsCountedOn() {
    chains.away = true;
    kept.full = true;
    refuse("stopped", KEY);
    timer.turn();
    refuse("stopped", KEY);
    chains.away = false;
    timer.forget();
    chain.close();

    assertThat(chains.kinds()).containsExactly("PROCESS", "REFUSED_STOPPED");
    assertThat(chains.last().detail()).containsEntry("count", "2");
  }

  @Test
  void aChainThatTheDatabaseForgotIsContinuedInAnotherOne() {
    refuse("stopped", KEY);
    timer.turn();
    chains.forget(CHAIN);
    refuse("conflict", KEY);
    chain.close();

    ProcessEvents continued = chains.written.get(chains.written.size() - 1);
    assertThat(continued.chain()).isNotEqualTo(CHAIN);
    assertThat(continued.written()).isZero();
    assertThat(chains.kinds()).endsWith("REFUSED_CONFLICT");
  }

  @Test
  void aCallerDoesNotWaitWhileEventsAreBeingWritten() throws InterruptedException {
    chains.writing = new CountDownLatch(1);
    chains.goOn = new CountDownLatch(1);
    refuse("stopped", KEY);
    Thread writer = new Thread(timer::turn);
    writer.start();
    chains.writing.await();

    refuse("conflict", KEY);
    refuse("stopped", KEY);

    assertThat(chains.written).as("still being written").isEmpty();
    chains.goOn.countDown();
    writer.join();
    assertThat(chains.kinds()).containsExactly("PROCESS", "REFUSED_STOPPED");
  }

  @Test
  void noTextOfAnyLengthFillsTheAudit() {
    audit.refusal("validation", "refund", null, null, Map.of("reason", "x".repeat(100_000)));
    timer.turn();

    assertThat(chains.last().detail().get("reason")).hasSize(300);
  }

  private void refuse(String kind, String key) {
    audit.refusal(kind, "refund", "acme", key, Map.of("reason", "why"));
  }

  /** Chains by their length. */
  private static final class Chains implements AuditStore {
    final List<ProcessEvents> written = new ArrayList<>();
    boolean away;
    CountDownLatch writing = new CountDownLatch(0);
    CountDownLatch goOn = new CountDownLatch(0);
    private final List<UUID> forgotten = new ArrayList<>();

    @Override
    public boolean record(ProcessEvents events) {
      writing.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (away) {
        throw new StoreUnavailableException("the database is away", null);
      }
      if (forgotten.contains(events.chain())) {
        return false;
      }
      written.add(events);
      return true;
    }

    @Override
    public Sealed seal(Duration pause) {
      throw new UnsupportedOperationException();
    }

    void forget(UUID chain) {
      forgotten.add(chain);
    }

    List<String> kinds() {
      return written.stream()
          .flatMap(events -> events.events().stream())
          .map(ProcessEvent::kind)
          .toList();
    }

    ProcessEvent last() {
      List<ProcessEvent> newest = written.get(written.size() - 1).events();
      return newest.get(newest.size() - 1);
    }
  }

  /** A journal that only remembers. */
  private static final class Kept implements ProcessChain.Keeper {
    final List<ProcessEvents> events = new ArrayList<>();
    boolean full;

    @Override
    public void keep(ProcessEvents kept) {
      if (full) {
        throw new IllegalStateException("no space left on device");
      }
      events.add(kept);
    }

    @Override
    public boolean keepsEvents() {
      return !events.isEmpty();
    }
  }
}
