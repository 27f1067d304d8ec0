package dev.sidegate.engine.key;

import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.KeyTemplate.Hole;

/**
 * A hole of a template, as people call it.
 *
 * @param template the whole
 * @param hole one of its holes
 * @param number its number, from 1
 */
record Place(KeyTemplate template, Hole hole, int number) {

  /** {@code {order.id}}, or {@code hole 2} where holes go by position. */
  String name() {
    return hole.path().isEmpty() ? "hole " + number : "{" + hole.pathText() + "}";
  }

  KeyRefusedException refused(String reason, String remedy) {
    return new KeyRefusedException(template, this, reason, remedy);
  }
}
