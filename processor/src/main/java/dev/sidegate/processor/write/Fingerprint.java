package dev.sidegate.processor.write;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The short name of a schema: 64 bits of the SHA-256 of its description. */
final class Fingerprint {
  private static final int BYTES = 8;

  private Fingerprint() {}

  /** 16 hexadecimal digits. */
  static String of(String description) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(description.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every JDK has SHA-256", impossible);
    }
  }
}
