package dev.sidegate.processor.write;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Readable names for generated methods, each given once. */
final class MemberNames {
  private final Map<String, String> byIdentity = new HashMap<>();
  private final Set<String> given;

  MemberNames(Set<String> reserved) {
    this.given = new HashSet<>(reserved);
  }

  /** The name for something, the same each time. */
  String of(String identity, String wanted) {
    return byIdentity.computeIfAbsent(identity, unused -> fresh(wanted));
  }

  private String fresh(String wanted) {
    String name = wanted;
    for (int i = 2; !given.add(name); i++) {
      name = wanted + i;
    }
    return name;
  }
}
