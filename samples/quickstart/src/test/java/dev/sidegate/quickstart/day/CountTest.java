package dev.sidegate.quickstart.day;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountTest {

  @Test
  void whatWasDoneOnceIsAsWished() {
    assertThat(Count.of(1, 1)).isEqualTo(new Count(1, 0, 0)).matches(Count::asWished);
  }

  @Test
  void whatWasDoneMoreThanOnceCountsEachBeyondTheFirst() {
    assertThat(Count.of(1, 10)).isEqualTo(new Count(10, 9, 0)).matches(count -> !count.asWished());
  }

  @Test
  void whatWasNeverDoneIsLost() {
    assertThat(Count.of(1, 0)).isEqualTo(new Count(0, 0, 1)).matches(count -> !count.asWished());
  }

  @Test
  void aLossIsNotMadeGoodByADuplicateElsewhere() {
    assertThat(Count.of(1, 0).plus(Count.of(1, 2))).isEqualTo(new Count(2, 1, 1));
  }

  @Test
  void whatNobodyWishedForIsExtra() {
    assertThat(Count.of(0, 1)).isEqualTo(new Count(1, 1, 0)).matches(count -> !count.asWished());
    assertThat(Count.of(0, 0)).matches(Count::asWished);
  }
}
