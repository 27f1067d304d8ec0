package dev.sidegate.engine.journal;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.HoldReason;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The bytes of a whole {@link SettleRequest}, so that another process can make it again. */
final class SettleCodec {
  /** Version 1 knew neither evidence nor the delay of a doubt. */
  private static final int VERSION = 2;

  private static final int ABSENT = -1;

  private SettleCodec() {}

  static byte[] write(SettleRequest request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      claim(out, request.claim());
      settlement(out, request.settlement());
      out.writeInt(request.providerRequestIds().size());
      for (String id : request.providerRequestIds()) {
        text(out, id);
      }
      out.writeBoolean(request.evidence().canSend());
      out.writeInt(request.evidence().unsafeRequests());
    } catch (IOException impossible) {
      throw new IllegalStateException("memory cannot fail to be written", impossible);
    }
    return bytes.toByteArray();
  }

  /**
   * The request again.
   *
   * @throws IOException if the bytes are none, or a newer version wrote them
   */
  static SettleRequest read(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int version = in.readByte();
    if (version < 1 || version > VERSION) {
      throw new IOException("version " + version + ", written by a newer Sidegate");
    }
    Claimed claim = claim(in);
    Settlement settlement = settlement(in, version);
    List<String> ids = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      ids.add(text(in));
    }
    AttemptEvidence evidence =
        version == 1 ? AttemptEvidence.NONE : new AttemptEvidence(in.readBoolean(), in.readInt());
    return new SettleRequest(claim, settlement, ids, evidence);
  }

  private static void claim(DataOutputStream out, Claimed claim) throws IOException {
    uuid(out, claim.operation());
    text(out, claim.key().scope());
    text(out, claim.key().effect());
    text(out, claim.key().key());
    out.writeInt(claim.generation());
    out.writeLong(claim.version());
    out.writeInt(claim.attempt());
    uuid(out, claim.owner().token());
    text(out, claim.deadline().toString());
  }

  private static Claimed claim(DataInputStream in) throws IOException {
    return new Claimed(
        uuid(in),
        new IntentKey(text(in), text(in), text(in)),
        in.readInt(),
        in.readLong(),
        in.readInt(),
        new LeaseOwner(uuid(in)),
        Instant.parse(text(in)));
  }

  private static void settlement(DataOutputStream out, Settlement settlement) throws IOException {
    if (settlement instanceof Settlement.Completed completed) {
      out.writeByte('C');
      bytes(out, completed.result());
      optional(out, completed.receipt());
    } else if (settlement instanceof Settlement.Retryable retryable) {
      out.writeByte('R');
      failure(out, retryable.failure());
      text(out, retryable.delay().toString());
    } else if (settlement instanceof Settlement.Terminal terminal) {
      out.writeByte('T');
      failure(out, terminal.failure());
    } else if (settlement instanceof Settlement.Doubt doubt) {
      out.writeByte('D');
      failure(out, doubt.failure());
      text(out, doubt.delay().toString());
    } else if (settlement instanceof Settlement.HandedBack handedBack) {
      out.writeByte('H');
      text(out, handedBack.reason());
    } else if (settlement instanceof Settlement.Held held) {
      out.writeByte('W');
      text(out, held.hold().name());
      text(out, held.reason());
    } else if (settlement instanceof Settlement.Postponed postponed) {
      out.writeByte('P');
      text(out, postponed.reason());
      text(out, postponed.delay().toString());
    } else {
      throw new IllegalArgumentException("cannot journal a " + settlement.getClass());
    }
  }

  private static Settlement settlement(DataInputStream in, int version) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case 'C' -> new Settlement.Completed(bytes(in), optional(in));
      case 'R' -> new Settlement.Retryable(failure(in), Duration.parse(text(in)));
      case 'T' -> new Settlement.Terminal(failure(in));
      case 'D' ->
          new Settlement.Doubt(
              failure(in), version == 1 ? Duration.ZERO : Duration.parse(text(in)));
      case 'H' -> new Settlement.HandedBack(text(in));
      case 'W' -> new Settlement.Held(HoldReason.valueOf(text(in)), text(in));
      case 'P' -> new Settlement.Postponed(text(in), Duration.parse(text(in)));
      default -> throw new IOException("settlement " + kind + " is not known");
    };
  }

  private static void failure(DataOutputStream out, Failure failure) throws IOException {
    text(out, failure.failureClass().name());
    text(out, failure.exception());
    optional(out, failure.message());
  }

  private static Failure failure(DataInputStream in) throws IOException {
    return new Failure(FailureClass.valueOf(text(in)), text(in), optional(in));
  }

  private static void uuid(DataOutputStream out, UUID uuid) throws IOException {
    out.writeLong(uuid.getMostSignificantBits());
    out.writeLong(uuid.getLeastSignificantBits());
  }

  private static UUID uuid(DataInputStream in) throws IOException {
    return new UUID(in.readLong(), in.readLong());
  }

  static void text(DataOutputStream out, String text) throws IOException {
    bytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(DataInputStream in) throws IOException {
    String text = optional(in);
    if (text == null) {
      throw new IOException("a text is missing");
    }
    return text;
  }

  private static void optional(DataOutputStream out, @Nullable String text) throws IOException {
    bytes(out, text == null ? null : text.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable String optional(DataInputStream in) throws IOException {
    byte[] bytes = bytes(in);
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private static void bytes(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
    out.writeInt(bytes == null ? ABSENT : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  private static byte @Nullable [] bytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length == ABSENT) {
      return null;
    }
    if (length < 0 || length > in.available()) {
      throw new IOException("a length of " + length + " is impossible");
    }
    return in.readNBytes(length);
  }
}
