package dev.sidegate.engine.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.failover.ServerChange.Changed;
import dev.sidegate.engine.failover.ServerChange.None;
import dev.sidegate.engine.failover.ServerChange.Restarted;
import dev.sidegate.engine.failover.ServerChange.Trust;
import dev.sidegate.engine.failover.ServerSight.Known;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServerChangeTest {
  private static final Instant MORNING = Instant.parse("2026-01-01T06:00:00Z");
  private static final UUID HERE = new UUID(1, 1);
  private static final UUID ELSEWHERE = new UUID(2, 2);
  private static final Known SAME = new Known(true, "7", 1L);
  private static final ServerSight BEFORE = sight("7", 1L, 1000L, MORNING, HERE, false, SAME);

  @Test
  void theSameServerThatWentOnIsNoChange() {
    assertThat(ServerChange.between(BEFORE, sight("7", 1L, 2000L, MORNING, HERE, false, SAME)))
        .isEqualTo(new None());
  }

  @Test
  void theFirstLookTrustsWhatTheTablesKnow() {
    assertThat(ServerChange.between(null, BEFORE)).isEqualTo(new None());
    assertThat(
            ServerChange.between(
                null, sight("7", 2L, 5L, MORNING, HERE, true, new Known(false, "7", 1L))))
        .isEqualTo(new Changed("timeline 2 instead of 1", Trust.NONE));
    assertThat(
            ServerChange.between(
                null, sight("8", 1L, 5L, MORNING, HERE, true, new Known(false, "7", 1L))))
        .isEqualTo(new Changed("system 8 instead of 7", Trust.NONE));
  }

  @Test
  void aPromotionIsTrustedOnlyIfReplicationWasSynchronousBefore() {
    ServerSight promoted = sight("7", 2L, 900L, MORNING, HERE, true, new Known(false, "7", 1L));

    assertThat(ServerChange.between(BEFORE, promoted))
        .isEqualTo(new Changed("timeline 2 instead of 1", Trust.NONE));
    assertThat(ServerChange.between(sight("7", 1L, 1000L, MORNING, HERE, true, SAME), promoted))
        .isEqualTo(new Changed("timeline 2 instead of 1", Trust.SYNCHRONOUS));
  }

  @Test
  void anotherSystemIsNeverTrustedForItsReplication() {
    assertThat(
            ServerChange.between(
                sight("7", 1L, 1000L, MORNING, HERE, true, SAME),
                sight("8", 1L, 1000L, MORNING, HERE, true, new Known(false, "7", 1L))))
        .isEqualTo(new Changed("system 8 instead of 7", Trust.NONE));
  }

  @Test
  void whatSomebodyNoticedBeforeIsNotJudgedTwice() {
    assertThat(
            ServerChange.between(
                BEFORE, sight("7", 2L, 900L, MORNING, HERE, false, new Known(true, "7", 2L))))
        .isEqualTo(new Changed("timeline 2 instead of 1", Trust.NOTICED));
  }

  @Test
  void anotherInstallationIsAChangeWhateverItsServerIs() {
    assertThat(ServerChange.between(BEFORE, sight("7", 1L, 2000L, MORNING, ELSEWHERE, false, SAME)))
        .isEqualTo(new Changed("installation " + ELSEWHERE + " instead of " + HERE, Trust.NONE));
  }

  @Test
  void aLogThatEndsEarlierIsAnOlderCopy() {
    assertThat(ServerChange.between(BEFORE, sight("7", 1L, 999L, MORNING, HERE, true, SAME)))
        .isInstanceOfSatisfying(
            Changed.class,
            changed -> {
              assertThat(changed.trust()).isEqualTo(Trust.NONE);
              assertThat(changed.why()).contains("1 bytes before").contains("older copy");
            });
  }

  @Test
  void aRestartIsLookedAtMoreClosely() {
    assertThat(
            ServerChange.between(
                BEFORE, sight("7", 1L, 1000L, MORNING.plusSeconds(1), HERE, false, SAME)))
        .isEqualTo(new Restarted());
  }

  @Test
  void aServerThatDoesNotSayWhoItIsIsStillKnownByItsInstallationAndItsStart() {
    ServerSight silent = sight(null, null, null, MORNING, HERE, false, new Known(true, null, null));

    assertThat(ServerChange.between(silent, silent)).isEqualTo(new None());
    assertThat(
            ServerChange.between(
                silent,
                sight(
                    null,
                    null,
                    null,
                    MORNING.plusSeconds(1),
                    HERE,
                    false,
                    new Known(true, null, null))))
        .isEqualTo(new Restarted());
  }

  private static ServerSight sight(
      @Nullable String system,
      @Nullable Long timeline,
      @Nullable Long end,
      Instant startedAt,
      UUID installation,
      boolean synchronous,
      Known known) {
    return new ServerSight(system, timeline, end, startedAt, installation, synchronous, known);
  }
}
