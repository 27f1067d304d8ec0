package dev.sidegate.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.audit.AuditStore;
import dev.sidegate.engine.audit.ProcessAudit;
import dev.sidegate.engine.audit.ProcessEvent;
import dev.sidegate.engine.audit.ProcessEvents;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.LostClaimException;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.intent.SwitchRow;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.payload.Envelope;
import dev.sidegate.engine.world.HandTimer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalDrainTest {
  @TempDir private Path directory;
  private final Database database = new Database();
  private final HandTimer timer = new HandTimer();
  private final ProcessAudit audit = new ProcessAudit(LeaseClock.SYSTEM);
  private final List<String> followed = new ArrayList<>();

  @AfterEach
  void endTheTimer() {
    timer.shutdownNow();
  }

  @Test
  void aKeptSettleIsRepeatedWithGrowingPausesUntilTheDatabaseAnswers() {
    database.away = true;
    try (JournalDrain drain = drain()) {
      drain.keep(Settles.completed("one"), () -> followed.add("one"));
      for (int i = 0; i < 8; i++) {
        timer.turn();
      }
      assertThat(timer.delays())
          .containsExactly(0L, 100L, 200L, 400L, 800L, 1600L, 3200L, 5000L, 5000L);
      assertThat(followed).isEmpty();

      database.away = false;
      timer.turn();

      assertThat(database.settled).containsExactly("one");
      assertThat(followed).containsExactly("one");
      assertThat(drain.waiting()).isZero();
      assertThat(directory).isEmptyDirectory();
      assertThat(timer.isEmpty()).isTrue();
    }
  }

  @Test
  void whatOneProcessLeavesTheNextOneSettles() {
    database.away = true;
    try (JournalDrain died = drain()) {
      died.keep(Settles.completed("one"), () -> followed.add("never"));
      timer.turn();
    }
    timer.forget();
    database.away = false;
    try (JournalDrain next = drain()) {
      next.start();
      timer.turn(); // looks
      timer.turn(); // settles

      assertThat(database.settled).containsExactly("one");
      assertThat(directory).isEmptyDirectory();
    }
    assertThat(followed).isEmpty();
  }

  @Test
  void oneThatCannotBeSettledDoesNotHoldTheOthersUpAndIsNotLost() {
    database.poison = "one";
    try (JournalDrain drain = drain()) {
      drain.keep(Settles.completed("one"), () -> followed.add("one"));
      drain.keep(Settles.completed("two"), () -> followed.add("two"));
      timer.turn();

      assertThat(followed).containsExactly("two");
      assertThat(drain.waiting()).isEqualTo(1);
      assertThat(directory).isNotEmptyDirectory();

      database.poison = "";
      timer.turn();
      assertThat(followed).containsExactly("two", "one");
    }
  }

  @Test
  void anEndWhoseClaimIsLostIsSetAsideAndSaidOnceAndSettledWhenAPersonGivesItBack()
      throws IOException {
    database.lost = "one";
    try (JournalDrain drain = drain()) {
      drain.keep(Settles.completed("one"), () -> followed.add("one"));
      drain.keep(Settles.completed("two"), () -> followed.add("two"));
      timer.turn();

      assertThat(followed).as("its lease is let go").containsExactly("one", "two");
      assertThat(drain.waiting()).isZero();
    }
    timer.forget();
    List<Path> kept;
    try (Stream<Path> files = Files.list(directory)) {
      kept = files.toList();
    }
    assertThat(kept).singleElement().asString().endsWith(".lost");
    assertThat(takenOver()).as("nobody tries it again by himself").isEmpty();

    database.lost = "";
    Path lost = kept.get(0);
    Files.move(
        lost, lost.resolveSibling(lost.getFileName().toString().replace(".lost", ".journal")));
    assertThat(takenOver()).containsExactly("one");
    assertThat(directory).isEmptyDirectory();
  }

  /** What another process settles of what lies there. */
  private List<String> takenOver() {
    database.settled.clear();
    try (JournalDrain next = drain()) {
      next.start();
      while (!timer.isEmpty()) {
        timer.turn(); // looks, and settles what it finds
      }
    }
    return List.copyOf(database.settled);
  }

  @Test
  void whatFollowsMayFailWithoutHarm() {
    try (JournalDrain drain = drain()) {
      drain.keep(
          Settles.completed("one"),
          () -> {
            throw new IllegalStateException("nobody waits any more");
          });
      drain.keep(Settles.completed("two"), () -> followed.add("two"));
      timer.turn();

      assertThat(followed).containsExactly("two");
      assertThat(directory).isEmptyDirectory();
    }
  }

  @Test
  void eventsWaitInTheirOrderAndOutliveTheProcess() {
    database.away = true;
    ProcessEvents first = events(0, "REFUSED_STOPPED");
    ProcessEvents second = events(1, "REFUSED_CONFLICT");
    try (JournalDrain died = drain()) {
      died.keep(first);
      died.keep(second);
      timer.turn();
      assertThat(died.keepsEvents()).isTrue();
    }
    timer.forget();
    database.away = false;
    try (JournalDrain next = drain()) {
      next.start();
      timer.turn(); // looks
      timer.turn(); // writes

      assertThat(database.recorded).containsExactly(first, second);
      assertThat(next.keepsEvents()).isFalse();
      assertThat(directory).isEmptyDirectory();
    }
  }

  @Test
  void eventsOfAChainThatTheDatabaseForgotBeginAnotherOne() {
    database.forgotten = true;
    ProcessEvents events = events(7, "REFUSED_STOPPED");
    try (JournalDrain drain = drain()) {
      drain.keep(events);
      timer.turn();

      assertThat(database.recorded).containsExactly(events.continued());
      assertThat(directory).isEmptyDirectory();
    }
  }

  private static ProcessEvents events(long written, String kind) {
    SortedMap<String, String> detail = new TreeMap<>(Map.of("effect", "refund", "reason", "ü|\n"));
    return new ProcessEvents(new UUID(8, 9), written, List.of(new ProcessEvent(kind, detail)));
  }

  private JournalDrain drain() {
    return new JournalDrain(
        database, database, audit, Journal.in(directory, Envelope.plain()), timer);
  }

  /** A database that is away, or refuses one row. */
  private static final class Database implements IntentStore, AuditStore {
    final List<String> settled = new ArrayList<>();
    final List<ProcessEvents> recorded = new ArrayList<>();
    boolean away;
    boolean forgotten;
    String poison = "";
    String lost = "";

    @Override
    public ClaimOutcome enqueue(EnqueueRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SettleOutcome settle(SettleRequest request) {
      if (away) {
        throw new StoreUnavailableException("the database is away", null);
      }
      byte @Nullable [] result = ((Settlement.Completed) request.settlement()).result();
      String text = result == null ? "" : new String(result, StandardCharsets.UTF_8);
      if (text.equals(lost)) {
        throw new LostClaimException(request.claim(), new IllegalStateException("no such intent"));
      }
      if (text.equals(poison)) {
        throw new IllegalStateException("no such intent");
      }
      settled.add(text);
      return new SettleOutcome.Settled(
          new IntentSnapshot(
              new UUID(1, 2),
              IntentState.COMPLETED,
              2,
              1,
              1,
              new PayloadHash(new byte[32], 1, "s"),
              result,
              null,
              null,
              null,
              null,
              null));
    }

    @Override
    public boolean record(ProcessEvents events) {
      if (away) {
        throw new StoreUnavailableException("the database is away", null);
      }
      if (forgotten && events.written() > 0) {
        return false;
      }
      recorded.add(events);
      return true;
    }

    @Override
    public Sealed seal(Duration pause) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ClaimOutcome claim(ClaimRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean keepReceipt(Claimed claim, String receipt) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Set<LeaseOwner> renew(Collection<Claimed> claims, Duration lease) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int sweep() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean unwatch(Claimed claim) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<SwitchRow> switches() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void watch() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int propose(EffectProposal proposal) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
