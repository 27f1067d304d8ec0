package dev.sidegate.engine.payload;

import dev.sidegate.engine.secret.EncryptionKeys;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * How stored bytes leave the process: each with a format byte in front, encrypted where keys are
 * configured. {@code bound} is data that the bytes belong to and cannot be moved away from; it is
 * not stored.
 */
public sealed interface Envelope permits PlainEnvelope, EncryptedEnvelope {
  /** The bytes follow as they are. */
  byte PLAIN = 1;

  /** Key id, salt, nonce and AES-256-GCM follow. */
  byte ENCRYPTED = 2;

  /** Without keys. Methods with {@code @Sensitive} are not to be served with it. */
  static Envelope plain() {
    return new PlainEnvelope();
  }

  /**
   * With keys. What was put away before there were any can still be opened, but not where only
   * encrypted bytes are expected: then somebody else put it there.
   */
  static Envelope encrypted(EncryptionKeys keys, SecureRandom random) {
    return new EncryptedEnvelope(keys, random);
  }

  /** Puts bytes away. */
  byte[] seal(byte[] clear, byte[] bound);

  /**
   * Takes them out again.
   *
   * @throws UnreadableFormException if the key is not there, or the bytes or what they are bound to
   *     were changed
   */
  byte[] open(byte[] sealed, byte[] bound);

  /** Whether what it puts away cannot be read without a key. */
  boolean encrypts();

  /**
   * As {@link #open}, for bytes that were encrypted when they were put away.
   *
   * @throws UnreadableFormException also if they are not encrypted
   */
  default byte[] openEncrypted(byte[] sealed, byte[] bound) {
    if (sealed.length == 0 || sealed[0] != ENCRYPTED) {
      throw new UnreadableFormException(
          "stored bytes of an effect with sensitive values are not encrypted, so this engine did"
              + " not put them there");
    }
    return open(sealed, bound);
  }

  /** The bytes behind the format byte of a plain envelope. */
  static byte[] withoutFormat(byte[] sealed) {
    return Arrays.copyOfRange(sealed, 1, sealed.length);
  }
}
