package dev.sidegate.engine.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The hashes of events and anchors, as the database computes them (V001 {@code audit_hash}, V005
 * {@code seal_audit}). Times count as microseconds since 2000.
 */
final class AuditHash {
  static final byte[] NOTHING = new byte[0];

  private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");
  private static final HexFormat HEX = HexFormat.of();

  private AuditHash() {}

  static byte[] of(byte[] previous, AuditLine.Event event) {
    String texts =
        String.join(
            "|",
            event.kind(),
            text(event.from()),
            text(event.to()),
            text(event.attempt()),
            String.valueOf(utf8(event.actor()).length),
            event.actor(),
            text(event.detail()));
    MessageDigest digest = sha256();
    digest.update(previous);
    digest.update(bytes(event.chain()));
    digest.update(bytes(event.sequence()));
    digest.update(bytes(micros(event.at())));
    return digest.digest(utf8(texts));
  }

  static byte[] of(AuditLine.Anchor anchor) {
    MessageDigest digest = sha256();
    digest.update(unhex(anchor.previous()));
    digest.update(bytes(anchor.number()));
    digest.update(bytes(micros(anchor.madeAt())));
    digest.update(bytes(anchor.members()));
    digest.update(unhex(anchor.root()));
    return digest.digest(utf8(anchor.madeBy()));
  }

  /** One step of an anchor's root. */
  static byte[] seal(byte[] sealed, AuditLine.Member member) {
    MessageDigest digest = sha256();
    digest.update(sealed);
    digest.update(bytes(member.chain()));
    digest.update(bytes(member.sequence()));
    return digest.digest(unhex(member.hash()));
  }

  /** One step of the hash over what was pruned together. */
  static byte[] seal(byte[] sealed, UUID chain) {
    MessageDigest digest = sha256();
    digest.update(sealed);
    return digest.digest(bytes(chain));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("this Java platform has no SHA-256", impossible);
    }
  }

  static String hex(byte[] bytes) {
    return HEX.formatHex(bytes);
  }

  static byte[] unhex(String digits) {
    return HEX.parseHex(digits);
  }

  private static long micros(Instant at) {
    return ChronoUnit.MICROS.between(EPOCH, at);
  }

  private static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(8).putLong(number).array();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(@Nullable Object value) {
    return Objects.toString(value, "");
  }
}
