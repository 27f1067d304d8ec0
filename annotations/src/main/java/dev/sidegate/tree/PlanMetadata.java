package dev.sidegate.tree;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the engine is told of a method. A line holds {@code name=value}; a name alone is true, one
 * that is left out is empty, false, or what nearly every method says.
 */
final class PlanMetadata {
  private static final List<String> TEXTS =
      List.of(
          "method",
          "descriptor",
          "effect",
          "owner",
          "key",
          "scope",
          "order",
          "schema",
          "resultSchema",
          "provider",
          "keyTtl");
  private static final Map<String, String> GRANTED =
      Map.of(
          "returns", "value",
          "execution", "INLINE",
          "keyFormat", "HEX32",
          "header", "Idempotency-Key");
  private static final List<String> LISTS = List.of("parameters", "notApplied");
  private static final List<String> FLAGS =
      List.of("resultStored", "perAttempt", "sensitive", "irreversible", "keyed", "idempotent");

  private PlanMetadata() {}

  static Map<String, Object> of(PlanLine words) {
    Map<String, String> said = new LinkedHashMap<>();
    while (!words.isAtEnd()) {
      String word = words.next();
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      said.put(name, equals < 0 ? "" : PlanLine.unescaped(word.substring(equals + 1)));
    }
    Map<String, Object> metadata = new LinkedHashMap<>();
    TEXTS.forEach(name -> metadata.put(name, said.getOrDefault(name, "")));
    GRANTED.forEach((name, value) -> metadata.put(name, said.getOrDefault(name, value)));
    LISTS.forEach(name -> metadata.put(name, list(said.getOrDefault(name, ""))));
    FLAGS.forEach(name -> metadata.put(name, said.containsKey(name)));
    if (said.containsKey("approval.mode")) {
      metadata.put("approval", part(said, "approval.", "role", "mode", "unless", "expiresIn"));
    }
    if (said.containsKey("reconciles.method")) {
      metadata.put("reconciles", reconciles(said));
    }
    return metadata;
  }

  private static Map<String, Object> reconciles(Map<String, String> said) {
    Map<String, Object> reconciles =
        part(said, "reconciles.", "method", "descriptor", "settleDelay");
    reconciles.put("version", Integer.valueOf(said.getOrDefault("reconciles.version", "")));
    reconciles.put(
        "takes",
        list(said.getOrDefault("reconciles.takes", "")).stream().map(Integer::valueOf).toList());
    return reconciles;
  }

  private static Map<String, Object> part(
      Map<String, String> said, String prefix, String... names) {
    Map<String, Object> part = new LinkedHashMap<>();
    for (String name : names) {
      part.put(name, said.getOrDefault(prefix + name, ""));
    }
    return part;
  }

  private static List<String> list(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(",", -1));
  }
}
