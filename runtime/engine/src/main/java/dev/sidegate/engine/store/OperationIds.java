package dev.sidegate.engine.store;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.UUID;

/**
 * Makes operation ids: UUID version 7 (RFC 9562), milliseconds first, so that new rows go to the
 * right edge of the primary key's index instead of touching a page each. The time in it is the
 * JVM's and orders nothing that matters.
 */
final class OperationIds {
  private final SecureRandom random = new SecureRandom();

  UUID next() {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    ByteBuffer id = ByteBuffer.wrap(bytes);
    // Six bytes of time, then version and variant among the random ones.
    id.putLong(0, (System.currentTimeMillis() << 16) | (id.getLong(0) & 0x0fff) | 0x7000);
    id.put(8, (byte) ((bytes[8] & 0x3f) | 0x80));
    return new UUID(id.getLong(0), id.getLong(8));
  }
}
