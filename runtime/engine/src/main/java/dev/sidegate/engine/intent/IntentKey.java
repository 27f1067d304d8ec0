package dev.sidegate.engine.intent;

import java.util.Objects;

/**
 * What makes two calls the same wish, before its generation is known.
 *
 * @param scope tenant or environment; empty by default, never null
 * @param effect the effect's name
 * @param key the rendered key, at most 255 bytes, printable ASCII
 */
public record IntentKey(String scope, String effect, String key) {
  /**
   * Beyond this many bytes a key is shortened to prefix, {@code #} and hash before it gets here.
   */
  public static final int MAX_KEY_BYTES = 255;

  /** Checks that nothing is missing. */
  public IntentKey {
    Objects.requireNonNull(scope, "scope");
    if (effect.isEmpty()) {
      throw new IllegalArgumentException("an effect needs a name");
    }
    if (key.isEmpty() || key.length() > MAX_KEY_BYTES) {
      throw new IllegalArgumentException("a key has 1 to 255 bytes, not " + key.length());
    }
  }
}
