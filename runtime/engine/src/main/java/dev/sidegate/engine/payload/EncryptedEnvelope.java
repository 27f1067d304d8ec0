package dev.sidegate.engine.payload;

import dev.sidegate.engine.secret.EncryptionKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM: {@code 2, length of key id, key id, salt[16], nonce[12], ciphertext and tag}.
 *
 * <p>Each message has a key of its own, HMAC-SHA-256 of the configured key over the salt. With
 * random nonces alone one key may serve 2^32 messages (NIST SP 800-38D), which a busy installation
 * reaches within days.
 */
final class EncryptedEnvelope implements Envelope {
  private static final int SALT = 16;
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private final EncryptionKeys keys;
  private final SecureRandom random;
  private final Envelope plain = Envelope.plain();

  EncryptedEnvelope(EncryptionKeys keys, SecureRandom random) {
    this.keys = keys;
    this.random = random;
  }

  @Override
  public boolean encrypts() {
    return true;
  }

  @Override
  public byte[] seal(byte[] clear, byte[] bound) {
    byte[] id = keys.currentId().getBytes(StandardCharsets.US_ASCII);
    byte[] fresh = new byte[SALT + NONCE];
    random.nextBytes(fresh);
    byte[] header =
        ByteBuffer.allocate(2 + id.length + fresh.length)
            .put(ENCRYPTED)
            .put((byte) id.length)
            .put(id)
            .put(fresh)
            .array();
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key(keys.currentId()), fresh, header, bound);
      byte[] sealed = Arrays.copyOf(header, header.length + cipher.getOutputSize(clear.length));
      cipher.doFinal(clear, 0, clear.length, sealed, header.length);
      return sealed;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this Java platform cannot do AES-256-GCM", impossible);
    }
  }

  @Override
  public byte[] open(byte[] sealed, byte[] bound) {
    if (sealed.length == 0 || sealed[0] != ENCRYPTED) {
      return plain.open(sealed, bound);
    }
    int headerLength = sealed.length < 2 ? 0 : 2 + sealed[1] + SALT + NONCE;
    if (headerLength < 2 + SALT + NONCE || sealed.length < headerLength + TAG_BITS / 8) {
      throw new UnreadableFormException("stored bytes end too early");
    }
    byte[] header = Arrays.copyOf(sealed, headerLength);
    String id = new String(header, 2, header[1], StandardCharsets.US_ASCII);
    byte[] fresh = Arrays.copyOfRange(header, 2 + header[1], headerLength);
    try {
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key(id), fresh, header, bound);
      return cipher.doFinal(sealed, headerLength, sealed.length - headerLength);
    } catch (AEADBadTagException e) {
      throw new UnreadableFormException(
          "stored bytes were changed, moved, or sealed with another key called " + id, e);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this Java platform cannot do AES-256-GCM", impossible);
    }
  }

  private SecretKey key(String id) {
    return keys.byId(id)
        .orElseThrow(
            () ->
                new UnreadableFormException(
                    "stored bytes were encrypted with the key "
                        + id
                        + ", which is not in sidegate.encryption.key-file"));
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] fresh, byte[] header, byte[] bound)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(key);
    mac.update(fresh, 0, SALT);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode,
        new SecretKeySpec(mac.doFinal(), "AES"),
        new GCMParameterSpec(TAG_BITS, fresh, SALT, NONCE));
    cipher.updateAAD(header);
    cipher.updateAAD(bound);
    return cipher;
  }
}
