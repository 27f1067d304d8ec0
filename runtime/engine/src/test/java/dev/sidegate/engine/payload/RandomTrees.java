package dev.sidegate.engine.payload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes trees from few, nasty values, so that two of them are often nearly equal, and rewrites them
 * into others that mean the same.
 */
final class RandomTrees {
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "b",
          "a:b",
          "#",
          "##",
          "#i1",
          "#d1",
          "#set",
          "#free-text",
          "is:A",
          "null",
          "true",
          "1",
          "1.0",
          "\"",
          "\\",
          "\",\"",
          "]",
          "}",
          "\u0000",
          "\n",
          "\u00e9",
          "e\u0301",
          "\u0130",
          "i\u0307",
          "\ud83d\ude00",
          "\uffff",
          "\ufb33",
          "\u2028",
          "!",
          "%3A");
  private static final List<String> DECIMALS =
      List.of("0", "0.00", "1", "1.0", "1.10", "1.1", "11E-1", "1E+3", "1000", "-1", "1E+50000000");
  private static final List<ZoneId> ZONES =
      List.of(ZoneOffset.UTC, ZoneOffset.ofHours(2), ZoneId.of("Europe/Berlin"), ZoneId.of("UTC"));

  private RandomTrees() {}

  static Object any(Random random) {
    return random.nextInt(8) == 0 ? scalar(random) : container(random, random.nextInt(4));
  }

  private static Object node(Random random, int depth) {
    return depth == 0 || random.nextInt(3) > 0 ? scalar(random) : container(random, depth - 1);
  }

  private static Object scalar(Random random) {
    return switch (random.nextInt(11)) {
      case 0 -> text(random);
      case 1 -> (long) random.nextInt(3);
      case 2 -> BigInteger.valueOf(random.nextInt(3));
      case 3 -> (1L << 53) + random.nextInt(3) - 1;
      case 4 -> BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.valueOf(random.nextInt(2)));
      case 5 -> new BigDecimal(DECIMALS.get(random.nextInt(DECIMALS.size())));
      case 6 -> List.of(0.0, -0.0, 1.0, Double.NaN, Double.MIN_VALUE, 0.1).get(random.nextInt(6));
      case 7 -> random.nextBoolean();
      case 8 -> new byte[random.nextInt(2)];
      default -> time(random);
    };
  }

  private static Object container(Random random, int depth) {
    return switch (random.nextInt(7)) {
      case 0, 1, 2 -> map(random, depth);
      case 3, 4 -> list(random, depth);
      case 5 -> new LinkedHashSet<>(list(random, depth));
      default -> tag(random, depth);
    };
  }

  private static String text(Random random) {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private static Object time(Random random) {
    Instant instant =
        Instant.ofEpochSecond(1_792_888_200L + 3600L * random.nextInt(2), random.nextInt(2));
    ZoneId zone = ZONES.get(random.nextInt(ZONES.size()));
    return switch (random.nextInt(3)) {
      case 0 -> instant;
      case 1 -> instant.atZone(zone);
      default -> instant.atZone(zone).toOffsetDateTime();
    };
  }

  private static Map<String, @Nullable Object> map(Random random, int depth) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      map.put(text(random), random.nextInt(8) == 0 ? null : node(random, depth));
    }
    return map;
  }

  private static List<@Nullable Object> list(Random random, int depth) {
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      list.add(random.nextInt(8) == 0 ? null : node(random, depth));
    }
    return list;
  }

  private static Object tag(Random random, int depth) {
    String name = List.of("is:A", "is:B", "free-text", "sensitive").get(random.nextInt(4));
    return Map.entry(name, node(random, depth));
  }

  /** Another tree with the same meaning: other order, scale, zone, width, free text. */
  static @Nullable Object reworded(@Nullable Object tree, Random random) {
    if (tree instanceof Map<?, ?> map) {
      List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
      Collections.shuffle(entries, random);
      Map<String, @Nullable Object> copy = new LinkedHashMap<>();
      entries.forEach(e -> copy.put((String) e.getKey(), reworded(e.getValue(), random)));
      return copy;
    } else if (tree instanceof Set<?> set) {
      List<@Nullable Object> elements = rewordedAll(set, random);
      Collections.shuffle(elements, random);
      Set<@Nullable Object> copy = new LinkedHashSet<>(elements);
      return copy.size() == set.size() ? copy : set; // 1.0 and 1.00 are two elements
    } else if (tree instanceof List<?> list) {
      return rewordedAll(list, random);
    } else if (tree instanceof Map.Entry<?, ?> tag) {
      Object inside =
          tag.getKey().equals("free-text") ? any(random) : reworded(tag.getValue(), random);
      return Map.entry((String) tag.getKey(), inside == null ? "" : inside);
    } else if (tree instanceof Long value) {
      return random.nextBoolean() ? value : BigInteger.valueOf(value);
    } else if (tree instanceof BigDecimal value) {
      return Math.abs(value.scale()) > 100
          ? value
          : value.setScale(value.scale() + random.nextInt(3));
    } else if (tree instanceof Instant value) {
      return value.atZone(ZONES.get(random.nextInt(ZONES.size())));
    }
    return tree;
  }

  private static List<@Nullable Object> rewordedAll(Collection<?> nodes, Random random) {
    List<@Nullable Object> copies = new ArrayList<>();
    nodes.forEach(node -> copies.add(reworded(node, random)));
    return copies;
  }

  /** Trees a little simpler than this one. */
  static List<Object> smaller(Object tree) {
    List<Object> smaller = new ArrayList<>();
    if (tree instanceof Map<?, ?> map) {
      map.forEach((key, value) -> smaller.addAll(mapsWithout(map, (String) key, value)));
    } else if (tree instanceof Collection<?> nodes) {
      for (int i = 0; i < nodes.size(); i++) {
        List<@Nullable Object> fewer = new ArrayList<>(nodes);
        Object removed = fewer.remove(i);
        smaller.add(tree instanceof Set<?> ? new LinkedHashSet<>(fewer) : fewer);
        addIfPresent(smaller, removed);
      }
    } else if (tree instanceof Map.Entry<?, ?> tag) {
      addIfPresent(smaller, tag.getValue());
      smaller(tag.getValue()).forEach(s -> smaller.add(Map.entry((String) tag.getKey(), s)));
    } else if (!"".equals(tree)) {
      smaller.add("");
    }
    return smaller;
  }

  private static List<Object> mapsWithout(Map<?, ?> map, String key, @Nullable Object value) {
    List<Object> smaller = new ArrayList<>();
    Map<Object, @Nullable Object> fewer = new LinkedHashMap<>(map);
    fewer.remove(key);
    smaller.add(fewer);
    if (value != null) {
      smaller.add(value);
      for (Object s : smaller(value)) {
        Map<Object, @Nullable Object> simpler = new LinkedHashMap<>(map);
        simpler.put(key, s);
        smaller.add(simpler);
      }
    }
    return smaller;
  }

  private static void addIfPresent(List<Object> trees, @Nullable Object tree) {
    if (tree != null) {
      trees.add(tree);
    }
  }
}
