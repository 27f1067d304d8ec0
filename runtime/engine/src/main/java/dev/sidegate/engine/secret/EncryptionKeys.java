package dev.sidegate.engine.secret;

import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of {@code sidegate.encryption.key-file}: one a line as {@code keyId:base64key}. The
 * first one encrypts, all of them decrypt; so a new key is put on top, and an old one is removed
 * only when nothing that it sealed is left.
 */
public final class EncryptionKeys {
  private static final int KEY_BYTES = 32;
  private static final Pattern LINE = Pattern.compile("([A-Za-z0-9._-]{1,32}):([A-Za-z0-9+/=]+)");

  private final Map<String, SecretKey> keys;
  private final String currentId;

  private EncryptionKeys(Map<String, SecretKey> keys) {
    this.keys = keys;
    this.currentId = keys.keySet().iterator().next();
  }

  /**
   * Reads the keys from a file that only its owner can read.
   *
   * @throws IllegalArgumentException if it cannot be used; the message names file, line and remedy,
   *     never a key
   */
  public static EncryptionKeys read(Path file) {
    Map<String, SecretKey> keys = new LinkedHashMap<>();
    for (String line : SecretFile.lines(file)) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw refused(file, keys.size() + 1, "is not of the form keyId:base64key");
      }
      byte[] key = decode(file, keys.size() + 1, matcher.group(2));
      if (keys.put(matcher.group(1), new SecretKeySpec(key, "HmacSHA256")) != null) {
        throw refused(file, keys.size() + 1, "repeats the id " + matcher.group(1));
      }
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException(
          file + " holds no key; write a line: key1:$(openssl rand -base64 32)");
    }
    return new EncryptionKeys(keys);
  }

  /** The id of the key that encrypts. */
  public String currentId() {
    return currentId;
  }

  /** The key of that id; empty if the file has none. */
  public Optional<SecretKey> byId(String id) {
    return Optional.ofNullable(keys.get(id));
  }

  private static byte[] decode(Path file, int number, String base64) {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw refused(file, number, "is not base64");
    }
    if (key.length != KEY_BYTES) {
      throw refused(file, number, "has " + key.length + " bytes, not " + KEY_BYTES);
    }
    return key;
  }

  private static IllegalArgumentException refused(Path file, int number, String reason) {
    return new IllegalArgumentException(
        file + ": key " + number + " " + reason + "; make one with: openssl rand -base64 32");
  }

  /** Says nothing of the keys. */
  @Override
  public String toString() {
    return "EncryptionKeys" + keys.keySet();
  }
}
