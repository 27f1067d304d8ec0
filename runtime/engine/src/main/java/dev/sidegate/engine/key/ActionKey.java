package dev.sidegate.engine.key;

import dev.sidegate.KeyFormat;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.payload.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What a provider gets as its idempotency key: the same on every attempt of one intent, another one
 * for every other. 128 bits of SHA-256 over scope, effect, key and generation.
 */
public final class ActionKey {
  private static final byte[] PURPOSE = "sidegate.action-key.1".getBytes(StandardCharsets.US_ASCII);
  private static final int BYTES = 16;
  private static final int MAX_LENGTH = 255;

  private final IntentKey intent;
  private final byte[] bits;

  private ActionKey(IntentKey intent, byte[] bits) {
    this.intent = intent;
    this.bits = bits;
  }

  /**
   * The action key of an intent.
   *
   * @param generation from 1
   */
  public static ActionKey of(IntentKey intent, int generation) {
    MessageDigest digest = Sha256.digest();
    digest.update(PURPOSE);
    for (String text : new String[] {intent.scope(), intent.effect(), intent.key()}) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
      digest.update(bytes);
    }
    digest.update(ByteBuffer.allocate(4).putInt(generation).array());
    return new ActionKey(intent, Arrays.copyOf(digest.digest(), BYTES));
  }

  /** Its text for the wire. */
  public String format(KeyFormat format) {
    return switch (format) {
      case HEX32 -> hex();
      case UUID -> uuid();
      case READABLE -> readable();
    };
  }

  private String hex() {
    return HexFormat.of().formatHex(bits);
  }

  /** Version 5 (named by a hash) and the RFC's variant, because providers check these six bits. */
  private String uuid() {
    byte[] marked = bits.clone();
    marked[6] = (byte) ((marked[6] & 0x0f) | 0x50);
    marked[8] = (byte) ((marked[8] & 0x3f) | 0x80);
    ByteBuffer longs = ByteBuffer.wrap(marked);
    return new java.util.UUID(longs.getLong(), longs.getLong()).toString();
  }

  private String readable() {
    String effect = PercentCode.encode(intent.effect());
    String clear =
        intent.key().startsWith(effect + ":") ? intent.key() : effect + ":" + intent.key();
    int room = MAX_LENGTH - 1 - 2 * BYTES;
    return clear.substring(0, Math.min(room, clear.length())) + "." + hex();
  }

  /** The default format's text. */
  @Override
  public String toString() {
    return hex();
  }
}
