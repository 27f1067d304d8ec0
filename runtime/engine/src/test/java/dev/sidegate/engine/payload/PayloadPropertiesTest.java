package dev.sidegate.engine.payload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sidegate.engine.property.Property;
import dev.sidegate.engine.secret.HmacSecret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Laws 5 and 7 stand on these. */
class PayloadPropertiesTest {
  private static final CanonicalForm CANONICAL = CanonicalForm.with(HmacSecret.of(new byte[32]));
  private static final Property<Object> TREES =
      new Property<>(RandomTrees::any, RandomTrees::smaller);

  /** Each new tree is compared with all earlier ones: 30,000 trees are 450 million pairs. */
  @Test
  void noTwoDifferentPayloadsHaveOneHash() {
    Map<String, Object> trees = new HashMap<>();
    TREES.holds(
        1,
        30_000,
        tree -> {
          Object other = trees.putIfAbsent(canonical(tree), tree);
          if (other != null) {
            assertThat(Meaning.of(tree)).as("%s and %s", tree, other).isEqualTo(Meaning.of(other));
          }
        });
    assertThat(trees.size()).as("different payloads").isGreaterThan(9_000);
  }

  @Test
  void equalPayloadsAlwaysHaveOneHash() {
    Map<Meaning, String> hashes = new HashMap<>();
    TREES.holds(
        2,
        5_000,
        tree -> {
          String other = hashes.putIfAbsent(Meaning.of(tree), canonical(tree));
          assertThat(other == null || other.equals(canonical(tree))).isTrue();
        });
    TREES.holds(
        3,
        5_000,
        tree ->
            assertThat(canonical(RandomTrees.reworded(tree, new Random(tree.hashCode()))))
                .isEqualTo(canonical(tree)));
  }

  @Test
  void theStoredFormGivesBackWhatWentIn() {
    TREES.holds(
        4,
        5_000,
        tree -> {
          Tree stored = StoredForm.read(StoredForm.write(Tree.of(tree)));
          assertThat(Meaning.faithful(stored.root())).isEqualTo(Meaning.faithful(tree));
          assertThat(CANONICAL.bytes(stored)).isEqualTo(CANONICAL.bytes(Tree.of(tree)));
        });
  }

  @Test
  void bothFormsAreJson() {
    ObjectMapper json = new ObjectMapper();
    TREES.holds(
        5,
        5_000,
        tree -> {
          for (byte[] form :
              List.of(CANONICAL.bytes(Tree.of(tree)), StoredForm.write(Tree.of(tree)))) {
            try {
              json.readTree(form);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
  }

  @Test
  void brokenStoredBytesAreRefusedAndNeverSomethingElse() {
    Property<byte[]> broken =
        new Property<>(
            random -> {
              byte[] bytes = StoredForm.write(Tree.of(RandomTrees.any(random)));
              bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
              return bytes;
            },
            bytes -> List.of());
    broken.holds(
        6,
        4_000,
        bytes -> {
          try {
            StoredForm.read(bytes);
          } catch (UnreadableFormException refused) {
            assertThat(refused).hasNoCause();
          }
        });
  }

  private static String canonical(@Nullable Object tree) {
    return new String(CANONICAL.bytes(Tree.of(tree)), StandardCharsets.UTF_8);
  }
}
