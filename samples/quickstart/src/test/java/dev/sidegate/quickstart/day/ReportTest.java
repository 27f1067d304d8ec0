package dev.sidegate.quickstart.day;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Situation SITUATION =
      new Situation(
          3,
          "ten deliveries at once",
          Tool.TICKET,
          1,
          Event.customerComplained("1"),
          (s, w, e) -> {});

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void provesItselfIfOnlyTheUnguardedDayActedTwice() {
    assertThat(report(10, 1).verdict()).isTrue();
  }

  @Test
  void aDuplicateOfTheGuardedDayIsNoProof() {
    assertThat(report(10, 2).verdict()).isFalse();
    assertThat(printed.toString(UTF_8)).contains("nobody wished for, or was lost");
  }

  @Test
  void aLossOfTheGuardedDayIsNoProof() {
    assertThat(report(10, 0).verdict()).isFalse();
    assertThat(printed.toString(UTF_8)).contains("nobody wished for, or was lost");
  }

  @Test
  void aDayWithoutTroubleIsNoProof() {
    assertThat(report(1, 1).verdict()).isFalse();
    assertThat(printed.toString(UTF_8)).contains("this run proves nothing");
  }

  @Test
  void theTableShowsBothDaysSideBySide() {
    assertThat(report(10, 1).table(Screen.plain()))
        .anyMatch(line -> line.matches("3  ticket   ten deliveries at once +1 +10 +9 +0 +1 +0 +0"));
  }

  private Report report(int without, int with) {
    Screen screen = new Screen(new PrintStream(printed, true, UTF_8), false);
    return new Report(screen, List.of(ending(without)), List.of(ending(with)));
  }

  private static Ending ending(int done) {
    return new Ending(SITUATION, Count.of(1, done), List.of());
  }
}
