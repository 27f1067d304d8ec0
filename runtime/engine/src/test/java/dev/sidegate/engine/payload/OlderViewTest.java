package dev.sidegate.engine.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.property.Property;
import dev.sidegate.engine.secret.HmacSecret;
import dev.sidegate.engine.secret.SecretFiles;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release looks at what the one before it has stored. */
class OlderViewTest {
  private static final IntentKey KEY = new IntentKey("acme", "mail", "mail:1");

  @TempDir private Path directory;
  private Payloads payloads;

  @BeforeEach
  void encrypt() {
    payloads =
        new Payloads(
            CanonicalForm.with(HmacSecret.of(new byte[32])),
            SecretFiles.encrypted(directory, "k1"));
  }

  @Test
  void aMarkThatCameOrWentIsSeenAsItWas() {
    Map<String, Object> plain = Map.of("to", "ann", "body", "hello");
    Map<String, Object> worded = Map.of("to", "ann", "body", Map.entry("free-text", "hello"));
    Map<String, Object> secret = Map.of("to", Map.entry("sensitive", "ann"), "body", "hello");

    for (Map<String, Object> stored : List.of(plain, worded, secret)) {
      for (Map<String, Object> now : List.of(plain, worded, secret)) {
        assertThat(same(now, stored)).as("%s, stored as %s", now, stored).isTrue();
      }
    }
  }

  @Test
  void onlyWhatTheOlderReleaseDidNotCompareMayDiffer() {
    Map<String, Object> stored = Map.of("to", "ann", "body", Map.entry("free-text", "hello"));

    assertThat(same(Map.of("to", "ann", "body", "good day"), stored)).isTrue();
    assertThat(same(Map.of("to", "ann"), stored)).isTrue();
    assertThat(same(Map.of("to", "bob", "body", "hello"), stored)).isFalse();
    assertThat(same(Map.of("to", Map.entry("free-text", "bob")), Map.of("to", "ann"))).isFalse();
  }

  @Test
  void aFieldThatIsNewHasToBeNullWhateverItsMark() {
    Map<String, Object> stored = Map.of("to", "ann");

    assertThat(same(Map.of("to", "ann", "copy", "carl"), stored)).isFalse();
    assertThat(same(Map.of("to", "ann", "copy", Map.entry("free-text", "carl")), stored)).isFalse();
    assertThat(same(Map.of("to", "ann", "copy", Map.entry("sensitive", "carl")), stored)).isFalse();
  }

  @Test
  void itLooksIntoListsAndSubtypes() {
    Object stored = List.of(Map.entry("is:Card", Map.of("number", "1")), Map.of("a", "x"));
    Object now =
        List.of(
            Map.entry("is:Card", Map.of("number", Map.entry("sensitive", "1"))),
            Map.of("a", Map.entry("free-text", "x")));

    assertThat(same(now, stored)).isTrue();
    assertThat(same(List.of(Map.entry("is:Cash", Map.of("number", "1")), Map.of("a", "x")), stored))
        .isFalse();
    assertThat(same(Arrays.asList(null, Map.of("a", "x")), stored)).isFalse();
  }

  /** Random arguments whose fields get or lose marks; one value in two is changed as well. */
  @Test
  void aReleaseThatOnlyMarksSeesTheSameWishAndNoOther() {
    new Property<>(OlderViewTest::release, release -> List.of())
        .holds(
            1,
            10_000,
            release -> assertThat(same(release.now(), release.stored())).isEqualTo(release.same()));
  }

  private record Release(Map<String, Object> stored, Map<String, Object> now, boolean same) {}

  private static Release release(Random random) {
    Map<String, Object> stored = new LinkedHashMap<>();
    Map<String, Object> now = new LinkedHashMap<>();
    boolean same = true;
    for (int field = random.nextInt(6); field >= 0; field--) {
      String value = "value " + random.nextInt(3);
      String later = random.nextInt(12) == 0 ? "changed" : value;
      boolean compared = random.nextInt(4) > 0;
      stored.put("f" + field, compared ? value : Map.entry("free-text", value));
      now.put("f" + field, marked(later, random.nextInt(3)));
      same &= !compared || later.equals(value);
    }
    if (random.nextInt(6) == 0) {
      now.put("added", marked("something", random.nextInt(3)));
      same = false;
    }
    return new Release(stored, now, same);
  }

  private static Object marked(String value, int mark) {
    return switch (mark) {
      case 0 -> value;
      case 1 -> Map.entry("free-text", value);
      default -> Map.entry("sensitive", value);
    };
  }

  private boolean same(Object now, Object stored) {
    Payload before = payloads.payload(KEY, Tree.of(Map.of("0", stored)), "older");
    Payload after = payloads.payload(KEY, Tree.of(Map.of("0", now)), "newer");
    return payloads
        .asSeenBy(KEY, after, before)
        .map(seen -> seen.hash().equals(before.hash()))
        .orElse(false);
  }
}
