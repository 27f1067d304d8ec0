package dev.sidegate.engine.secret;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret behind the HMAC of sensitive values, in keys and payload hashes. It is never rotated:
 * with another one every key would be a new wish. Its {@link #fingerprint} is kept in the database,
 * and a JVM with another secret is refused.
 */
public final class HmacSecret {
  /** Shorter secrets are refused. */
  public static final int MIN_BYTES = 32;

  private static final byte[] FINGERPRINT = {'f', 'i', 'n', 'g', 'e', 'r', 'p', 'r', 'i', 'n', 't'};

  private final SecretKeySpec key;

  private HmacSecret(byte[] secret) {
    this.key = new SecretKeySpec(secret, "HmacSHA256");
  }

  /**
   * A secret of these bytes.
   *
   * @throws IllegalArgumentException for fewer than {@link #MIN_BYTES}
   */
  public static HmacSecret of(byte[] secret) {
    if (secret.length < MIN_BYTES) {
      throw new IllegalArgumentException(
          "an HMAC secret needs at least " + MIN_BYTES + " bytes, not " + secret.length);
    }
    return new HmacSecret(secret);
  }

  /**
   * Reads a secret in base64 from a file that only its owner can read.
   *
   * @throws IllegalArgumentException if it cannot be used; the message names the file and the
   *     remedy, never the secret
   */
  public static HmacSecret read(Path file) {
    String text = String.join("", SecretFile.lines(file));
    byte[] secret;
    try {
      secret = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          file + " is not base64; make one with: openssl rand -base64 32");
    }
    if (secret.length < MIN_BYTES) {
      throw new IllegalArgumentException(
          file + " holds " + secret.length + " bytes; make one with: openssl rand -base64 32");
    }
    return new HmacSecret(secret);
  }

  /**
   * HMAC-SHA-256 of a value.
   *
   * @param purpose ASCII without zero bytes; the same value has another MAC for another purpose
   */
  public byte[] mac(byte[] purpose, byte[] value) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update(purpose);
      mac.update((byte) 0);
      return mac.doFinal(value);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this Java platform has no HmacSHA256", impossible);
    }
  }

  /** 16 hexadecimal digits that tell two secrets apart and tell nothing else of them. */
  public String fingerprint() {
    return HexFormat.of().formatHex(mac(FINGERPRINT, new byte[0]), 0, 8);
  }

  /** Says nothing of the secret. */
  @Override
  public String toString() {
    return "HmacSecret[" + fingerprint() + "]";
  }
}
