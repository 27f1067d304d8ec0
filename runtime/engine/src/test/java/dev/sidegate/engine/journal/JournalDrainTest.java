package dev.sidegate.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.IntentStore;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.intent.SwitchRow;
import dev.sidegate.engine.payload.Envelope;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalDrainTest {
  @TempDir private Path directory;
  private final Database database = new Database();
  private final HandTimer timer = new HandTimer();
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
      assertThat(timer.delays)
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

  private JournalDrain drain() {
    return new JournalDrain(database, Journal.in(directory, Envelope.plain()), timer);
  }

  /** Runs what is due when it is told to, in the test's thread. */
  private static final class HandTimer extends ScheduledThreadPoolExecutor {
    final List<Long> delays = new ArrayList<>();
    private final Deque<Runnable> due = new ArrayDeque<>();

    HandTimer() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      delays.add(unit.toMillis(delay));
      due.add(task);
      return super.schedule(() -> {}, 0, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable task, long initial, long delay, TimeUnit unit) {
      due.add(task);
      return super.schedule(() -> {}, 0, unit);
    }

    void turn() {
      due.remove().run();
    }

    void forget() {
      due.clear();
    }

    boolean isEmpty() {
      return due.isEmpty();
    }
  }

  /** A database that is away, or refuses one row. */
  private static final class Database implements IntentStore {
    final List<String> settled = new ArrayList<>();
    boolean away;
    String poison = "";

    @Override
    public SettleOutcome settle(SettleRequest request) {
      if (away) {
        throw new StoreUnavailableException("the database is away", null);
      }
      byte @Nullable [] result = ((Settlement.Completed) request.settlement()).result();
      String text = result == null ? "" : new String(result, StandardCharsets.UTF_8);
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
    public ClaimOutcome claim(ClaimRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void keepReceipt(Claimed claim, String receipt) {
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
    public List<SwitchRow> switches() {
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
