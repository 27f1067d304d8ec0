package dev.sidegate.engine.approval;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secret of a link: 256 bits that nobody can guess. Only its SHA-256 is stored.
 *
 * @param text as it stands in the link
 */
public record LinkToken(String text) {
  private static final int BYTES = 32;

  /** A new one. */
  public static LinkToken random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new LinkToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** What is stored and compared. */
  public byte[] sha256() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("this Java platform has no SHA-256", impossible);
    }
  }

  /** Does not show it: logs hold no token. */
  @Override
  public String toString() {
    return "LinkToken";
  }
}
