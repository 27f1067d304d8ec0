package dev.sidegate.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TiedValuesTest {
  private final TiedValues ties = new TiedValues();

  @Test
  void equalValuesOfTwoAttemptsStayApart() {
    WatchedAttempt first = new TestAttempt("order", true);
    WatchedAttempt second = new TestAttempt("order", true);

    String ofFirst = ties.tie("key", first);
    String ofSecond = ties.tie("key", second);

    assertThat(ofFirst).isEqualTo(ofSecond).isEqualTo("key");
    assertThat(ties.attemptOf(ofFirst)).isSameAs(first);
    assertThat(ties.attemptOf(ofSecond)).isSameAs(second);
  }

  @Test
  void aValueThatWasNotTiedBelongsToNobody() {
    ties.tie("key", new TestAttempt("order", true));

    assertThat(ties.attemptOf("key")).isNull();
  }
}
