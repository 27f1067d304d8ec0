package dev.sidegate.engine.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.KeyFormat;
import dev.sidegate.engine.intent.IntentKey;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ActionKeyTest {
  private static final IntentKey REFUND = new IntentKey("acme", "refund", "refund:A%2F7:2");

  @Test
  void theSameIntentHasTheSameKeyInEachFormat() {
    ActionKey key = ActionKey.of(REFUND, 1);

    assertThat(key.format(KeyFormat.HEX32)).matches("[0-9a-f]{32}").isEqualTo(key.toString());
    assertThat(key.format(KeyFormat.UUID))
        .matches("[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(key.format(KeyFormat.READABLE)).isEqualTo("refund:A%2F7:2." + key);
    assertThat(ActionKey.of(REFUND, 1)).hasToString(key.toString());
  }

  @Test
  void everyPartOfTheIdentityCounts() {
    assertThat(
            Stream.of(
                    ActionKey.of(REFUND, 1),
                    ActionKey.of(REFUND, 2),
                    ActionKey.of(new IntentKey("", "refund", "refund:A%2F7:2"), 1),
                    ActionKey.of(new IntentKey("acme", "refunds", "refund:A%2F7:2"), 1),
                    ActionKey.of(new IntentKey("acmer", "efund", "refund:A%2F7:2"), 1),
                    ActionKey.of(new IntentKey("acme", "refundr", "efund:A%2F7:2"), 1))
                .map(ActionKey::toString))
        .doesNotHaveDuplicates();
  }

  @Test
  void aReadableKeyHasTheEffectInFrontAndAtMost255Characters() {
    String other =
        ActionKey.of(new IntentKey("", "mail \u00e4", "x:1"), 1).format(KeyFormat.READABLE);
    String longest =
        ActionKey.of(new IntentKey("", "e", "k".repeat(255)), 1).format(KeyFormat.READABLE);

    assertThat(other).startsWith("mail%20%C3%A4:x:1.");
    assertThat(List.of(longest)).allMatch(key -> key.matches("e:k{220}\\.[0-9a-f]{32}"));
  }
}
