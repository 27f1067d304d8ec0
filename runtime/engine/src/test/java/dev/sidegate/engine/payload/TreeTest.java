package dev.sidegate.engine.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeTest {

  @Test
  void aTreeIsACopyThatTheBodyCannotChange() {
    List<Object> items = new ArrayList<>(List.of("tea"));
    byte[] bytes = {1};
    Map<String, Object> order = new HashMap<>(Map.of("items", items, "bytes", bytes));
    Tree tree = Tree.of(order);

    items.add("cake");
    bytes[0] = 2;
    order.put("more", 1);

    assertThat(StoredForm.write(tree)).asString().doesNotContain("cake", "more").contains("AQ==");
  }

  @Test
  void smallNumbersBecomeLongsAndFloatsBecomeDoubles() {
    assertThat(Tree.of(List.of((byte) 1, (short) 2, 3, 4L, 0.5f)).root())
        .isEqualTo(List.of(1L, 2L, 3L, 4L, 0.5d));
  }

  @Test
  void aLoneSurrogateIsRefusedWithItsPath() {
    Object tree = Map.of("0", Map.of("items", List.of("a", "b", "c", Map.of("name", "x\ud800"))));

    assertThatThrownBy(() -> Tree.of(tree))
        .isInstanceOf(TreeRefusedException.class)
        .hasMessage("$.0.items[3].name: a lone surrogate at index 1; the text is broken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud800", "\udc00\ud800", "a\ud83d", "\ude00\ud83d\ude00"})
  void everyLoneSurrogateIsFoundInValuesAndKeys(String broken) {
    assertThatThrownBy(() -> Tree.of(broken)).isInstanceOf(TreeRefusedException.class);
    assertThatThrownBy(() -> Tree.of(Map.of(broken, 1))).isInstanceOf(TreeRefusedException.class);
  }

  @Test
  void textOutsideTheBasicPlaneIsNoLoneSurrogate() {
    assertThat(Tree.of("\ud83d\ude00!").root()).isEqualTo("\ud83d\ude00!");
  }

  @Test
  void aCycleIsRefusedAndTheMessageSaysWhereItComesBack() {
    Map<String, Object> parent = new HashMap<>();
    parent.put("children", List.of(Map.of("parent", parent)));

    assertThatThrownBy(() -> Tree.of(Map.of("0", parent)))
        .isInstanceOf(TreeRefusedException.class)
        .hasMessage("$.0.children[0].parent: a cycle: this is $.0 again");
  }

  @Test
  void theSameObjectTwiceIsNoCycle() {
    List<String> shared = List.of("x");

    assertThat(Tree.of(List.of(shared, shared)).root()).isEqualTo(List.of(shared, shared));
  }

  @Test
  void sixtyFourLevelsAreAllowedAndOneMoreIsNot() {
    assertThat(Tree.of(nested(64)).root()).isNotNull();
    assertThatThrownBy(() -> Tree.of(nested(65)))
        .isInstanceOf(TreeRefusedException.class)
        .hasMessageEndingWith("nested deeper than 64");
  }

  @Test
  void aSmallGraphThatUnfoldsForEverIsRefusedAtOnce() {
    List<Object> level = List.of("lol");
    for (int i = 0; i < 60; i++) {
      level = List.of(level, level);
    }
    Object bomb = level;

    assertThatThrownBy(() -> Tree.of(bomb))
        .isInstanceOf(TreeRefusedException.class)
        .hasMessageContaining("larger than 1048576 bytes");
  }

  @Test
  void moreThanAMebibyteIsRefusedAlsoWhereOnlyTheEncodingIsThatLarge() {
    assertThatThrownBy(() -> Tree.of("x".repeat(Tree.MAX_BYTES)))
        .isInstanceOf(TreeRefusedException.class);
    Tree escaped = Tree.of("\u0001".repeat(Tree.MAX_BYTES / 2));
    assertThatThrownBy(() -> StoredForm.write(escaped)).isInstanceOf(TreeRefusedException.class);
    assertThatThrownBy(() -> CanonicalForm.withoutSecret().bytes(escaped))
        .isInstanceOf(TreeRefusedException.class);
  }

  @Test
  void aNumberThatWouldTakeForEverToWriteIsRefused() {
    BigInteger huge = BigInteger.ONE.shiftLeft(40_000);

    assertThatThrownBy(() -> Tree.of(huge)).hasMessage("$: a number of more than 10000 digits");
    assertThatThrownBy(() -> Tree.of(List.of(new BigDecimal(huge))))
        .hasMessage("$[0]: a number of more than 10000 digits");
  }

  @Test
  void whatNobodyCouldRebuildIsRefusedByItsClass() {
    assertThatThrownBy(() -> Tree.of(Map.of("0", new StringBuilder("secret"))))
        .hasMessage("$.0: a java.lang.StringBuilder is no node of a tree");
  }

  @Test
  void aSubclassOfANumberIsRefused() {
    BigDecimal odd =
        new BigDecimal("1") {
          private static final long serialVersionUID = 1L;
        };

    assertThatThrownBy(() -> Tree.of(odd)).isInstanceOf(TreeRefusedException.class);
  }

  @Test
  void anOpenValueIsClosedJsonAndItsTagIsDropped() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("n", 1);
    json.put("none", null);
    json.put("list", Arrays.asList(1.5f, null, new BigDecimal("1.0")));

    assertThat(Tree.of(Map.of("0", Map.entry("open", json))).root())
        .hasToString("{0={n=1, none=null, list=[1.5, null, 1.0]}}");
  }

  @Test
  void anOpenValueMayHoldNothingThatJsonCannotSay() {
    for (Object foreign :
        List.of(Instant.EPOCH, UUID.randomUUID(), 'c', Map.entry("free-text", "x"), new byte[1])) {
      assertThatThrownBy(() -> Tree.of(Map.of("0", Map.entry("open", Map.of("a", foreign)))))
          .isInstanceOf(TreeRefusedException.class)
          .hasMessageStartingWith("$.0.a: a ")
          .hasMessageContaining("is no JSON value");
    }
  }

  @Test
  void mapKeysMustBeStrings() {
    assertThatThrownBy(() -> Tree.of(Map.of(1, 2))).hasMessageContaining("keys must be strings");
  }

  @Test
  void theInsideOfASensitiveValueIsNotTold() {
    Object card = Map.of("holder", Map.of("4111 1111", "\ud800"));

    assertThatThrownBy(() -> Tree.of(Map.of("0", Map.entry("sensitive", card))))
        .hasMessage("$.0(sensitive): a lone surrogate at index 0; the text is broken");
  }

  @Test
  void anUnknownTagAndATagOnNothingAreRefused() {
    assertThatThrownBy(() -> Tree.of(Map.entry("colour", 1))).hasMessageContaining("colour");
    assertThatThrownBy(() -> Tree.of(new AbstractMap.SimpleEntry<>("sensitive", null)))
        .hasMessageContaining("stands on nothing");
  }

  private static Object nested(int levels) {
    Object tree = "leaf";
    for (int i = 0; i < levels; i++) {
      tree = List.of(tree);
    }
    return tree;
  }
}
