package dev.sidegate.engine.audit;

import dev.sidegate.engine.intent.IntentKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Tells keys apart in events without showing them: 128 bits of SHA-256, in hexadecimal digits. */
public final class KeyDigest {
  private static final int BYTES = 16;

  private KeyDigest() {}

  /** The digest of scope, effect and key. */
  public static String of(IntentKey key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : new String[] {key.scope(), key.effect(), key.key()}) {
        digest.update(part.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), BYTES));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("this Java platform has no SHA-256", impossible);
    }
  }
}
