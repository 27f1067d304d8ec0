package dev.sidegate.agent.carry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

@SuppressWarnings("StringOperationCanBeSimplified") // identities are what this is about
class WeakIdentitiesTest {
  private final WeakIdentities<String, String> values = new WeakIdentities<>();

  @Test
  void equalObjectsStayApart() {
    String one = new String("key");
    String other = new String("key");
    values.put(one, "first");
    values.put(other, "second");

    assertThat(values.get(one)).isEqualTo("first");
    assertThat(values.get(other)).isEqualTo("second");
    assertThat(values.get(new String("key"))).isNull();
  }

  @Test
  void whatIsTakenAwayIsGone() {
    String key = new String("key");
    values.put(key, "value");

    assertThat(values.remove(key)).isEqualTo("value");
    assertThat(values.get(key)).isNull();
    assertThat(values.isEmpty()).isTrue();
  }

  @Test
  void aLaterValueTakesThePlaceOfTheEarlierOne() {
    String key = new String("key");
    values.put(key, "earlier");
    values.put(key, "later");

    assertThat(values.remove(key)).isEqualTo("later");
    assertThat(values.isEmpty()).isTrue();
  }
}
