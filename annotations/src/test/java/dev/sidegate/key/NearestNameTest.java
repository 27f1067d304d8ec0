package dev.sidegate.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {

  @Test
  void twoEditsAreNear() {
    assertThat(NearestName.suggest("ordre", List.of("order", "amount")))
        .isEqualTo("did you mean \"order\"?");
    assertThat(NearestName.suggest("Amuont", List.of("order", "amount")))
        .isEqualTo("did you mean \"amount\"?");
  }

  @Test
  void equallyNearNamesAreAllTold() {
    assertThat(NearestName.suggest("item", List.of("items", "itemX", "order")))
        .isEqualTo("did you mean \"itemX\" or \"items\"?");
  }

  @Test
  void aNameThatIsNothingLikeItBringsAllNames() {
    assertThat(NearestName.suggest("customer", List.of("order", "amount")))
        .isEqualTo("choose one of \"amount\", \"order\"");
  }

  @Test
  void aShortNameIsNotReplacedAltogether() {
    assertThat(NearestName.suggest("id", List.of("no"))).isEqualTo("choose one of \"no\"");
  }

  @Test
  void withoutNamesThereIsNothingToSay() {
    assertThat(NearestName.suggest("id", List.of())).isEmpty();
  }
}
