package dev.sidegate.engine.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PropertyTest {

  @Test
  void aBrokenLawIsShownWithItsSmallestValueAndItsSeed() {
    Property<Integer> numbers =
        new Property<>(
            random -> random.nextInt(1000), n -> n == 0 ? List.of() : List.of(n / 2, n - 1));

    assertThatThrownBy(() -> numbers.holds(7, 100, n -> assertThat(n).isLessThan(100)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("broken with seed 7")
        .hasMessageEndingWith("smallest value: 100");
  }

  @Test
  void aLawThatHoldsIsTriedAsOftenAsAskedFor() {
    int[] runs = {0};

    new Property<>(Random::nextInt, n -> List.of()).holds(1, 250, n -> runs[0]++);

    assertThat(runs[0]).isEqualTo(250);
  }
}
