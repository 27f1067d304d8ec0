package dev.sidegate.processor.write;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** The short names of schemas: 64 bits of the SHA-256 of their descriptions. */
final class Fingerprints {
  private static final int BYTES = 8;

  private final Map<String, String> known = new HashMap<>();

  /** 16 hexadecimal digits. */
  String of(String description) {
    return known.computeIfAbsent(description, Fingerprints::digest);
  }

  private static String digest(String description) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(description.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every JDK has SHA-256", impossible);
    }
  }
}
