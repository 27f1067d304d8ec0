package dev.sidegate.operator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsLineUpAndNoLineEndsWithBlanks() {
    assertThat(new Table("A", "LONGER").row("value", "x").row("é", "y").lines())
        .containsExactly("A      LONGER", "value  x", "é      y");
  }

  @Test
  void foreignTextStaysOnItsLineAndSendsNoCommandToTheTerminal() {
    assertThat(Shown.text("a\u001b[2J\nb\u202ec")).isEqualTo("a [2J b\ufffdc");
    assertThat(Shown.text("")).isEqualTo("–");
    assertThat(Shown.text(null)).isEqualTo("–");
  }
}
