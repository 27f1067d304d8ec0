package dev.sidegate.engine.key;

import dev.sidegate.key.KeyTemplate;

/**
 * A value cannot stand in a key. The message names the hole, the reason and the remedy, and never
 * shows the value.
 */
public final class KeyRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  KeyRefusedException(KeyTemplate template, Place place, String reason, String remedy) {
    super(place.name() + " of the key \"" + template.text() + "\" " + reason + "; " + remedy);
  }
}
