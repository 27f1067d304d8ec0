package dev.sidegate.engine.intent;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The identity of a payload.
 *
 * @param digest SHA-256 over the canonical bytes
 * @param algorithm the version of the canonical form
 * @param schema the fingerprint of the schema that the payload was seen by
 */
@SuppressWarnings("ArrayRecordComponent") // copied on the way in and out
public record PayloadHash(byte[] digest, int algorithm, String schema) {

  /** Checks the digest's length and copies it. */
  public PayloadHash {
    if (digest.length != 32) {
      throw new IllegalArgumentException("a payload hash has 32 bytes, not " + digest.length);
    }
    digest = digest.clone();
  }

  @Override
  public byte[] digest() {
    return digest.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PayloadHash that
        && Arrays.equals(digest, that.digest)
        && algorithm == that.algorithm
        && schema.equals(that.schema);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digest);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(digest) + "/" + algorithm + "/" + schema;
  }
}
