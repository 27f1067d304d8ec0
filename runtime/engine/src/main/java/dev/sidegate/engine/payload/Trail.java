package dev.sidegate.engine.payload;

import org.jspecify.annotations.Nullable;

/**
 * Where a walk over a tree stands: the path from the root, the containers it came through, and how
 * much it has seen. Refuses what is too deep, too large or contains itself.
 */
final class Trail {
  private static final int LONGEST_NAME = 40;

  private final Object[] segments = new Object[Tree.MAX_DEPTH];
  private final @Nullable Object[] containers = new @Nullable Object[Tree.MAX_DEPTH];
  private int depth;
  private long weight;

  /** Enters a container; each node in it is announced by {@link #at}. */
  void enter(Object container) {
    if (depth == Tree.MAX_DEPTH) {
      throw refused("nested deeper than " + Tree.MAX_DEPTH);
    }
    for (int i = 0; i < depth; i++) {
      if (containers[i] == container) {
        throw refused("a cycle: this is " + path(i) + " again");
      }
    }
    containers[depth] = container;
    segments[depth++] = "";
  }

  /** Names the node that is looked at next: an index, a key, or a tag. */
  void at(Object segment) {
    segments[depth - 1] = segment;
  }

  void leave() {
    containers[--depth] = null;
  }

  /** Counts a lower bound of the encoded bytes, so that a small graph cannot unfold for ever. */
  void weigh(int bytes) {
    weight += bytes;
    if (weight > Tree.MAX_BYTES) {
      throw refused("the whole is larger than " + Tree.MAX_BYTES + " bytes");
    }
  }

  TreeRefusedException refused(String reason) {
    return new TreeRefusedException(path(depth), reason);
  }

  private String path(int length) {
    StringBuilder path = new StringBuilder("$");
    for (int i = 0; i < length; i++) {
      Object segment = segments[i];
      if (segment instanceof Integer index) {
        path.append('[').append(index).append(']');
      } else if (segment instanceof TagSegment tag) {
        if (tag.name().equals(Tag.SENSITIVE)) {
          return path + "(sensitive)";
        }
      } else {
        append(path, (String) segment);
      }
    }
    return path.toString();
  }

  private static void append(StringBuilder path, String name) {
    if (name.length() <= LONGEST_NAME && name.chars().allMatch(Character::isLetterOrDigit)) {
      path.append('.').append(name);
      return;
    }
    path.append("[\"");
    name.chars()
        .limit(LONGEST_NAME)
        .forEach(c -> path.append(c >= ' ' && c < 127 && c != '"' && c != '\\' ? (char) c : '?'));
    path.append(name.length() > LONGEST_NAME ? "…\"]" : "\"]");
  }

  /** A tag on the way; it adds nothing to the path that people read. */
  record TagSegment(String name) {}
}
