package dev.sidegate.engine.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The bytes of a settle request in the journal. A format number stands first. */
final class SettleRequestForm {
  private static final int FORMAT = 1;

  private static final int COMPLETED = 1;
  private static final int RETRYABLE = 2;
  private static final int TERMINAL = 3;
  private static final int DOUBT = 4;
  private static final int HANDED_BACK = 5;

  private SettleRequestForm() {}

  static byte[] write(SettleRequest request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      writeClaim(out, request.claim());
      writeSettlement(out, request.settlement());
      out.writeInt(request.providerRequestIds().size());
      for (String id : request.providerRequestIds()) {
        writeText(out, id);
      }
    } catch (IOException impossible) {
      throw new IllegalStateException("writing to memory cannot fail", impossible);
    }
    return bytes.toByteArray();
  }

  static SettleRequest read(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int format = in.readUnsignedByte();
    if (format != FORMAT) {
      throw new IOException(
          "a journal entry of format " + format + "; this engine reads " + FORMAT);
    }
    Claimed claim = readClaim(in);
    Settlement settlement = readSettlement(in);
    List<String> ids = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      ids.add(text(in));
    }
    return new SettleRequest(claim, settlement, ids);
  }

  private static void writeClaim(DataOutputStream out, Claimed claim) throws IOException {
    writeUuid(out, claim.operation());
    writeText(out, claim.key().scope());
    writeText(out, claim.key().effect());
    writeText(out, claim.key().key());
    out.writeInt(claim.generation());
    out.writeLong(claim.version());
    out.writeInt(claim.attempt());
    writeUuid(out, claim.owner().token());
    writeText(out, claim.deadline().toString());
  }

  private static Claimed readClaim(DataInputStream in) throws IOException {
    return new Claimed(
        uuid(in),
        new IntentKey(text(in), text(in), text(in)),
        in.readInt(),
        in.readLong(),
        in.readInt(),
        new LeaseOwner(uuid(in)),
        Instant.parse(text(in)));
  }

  private static void writeSettlement(DataOutputStream out, Settlement settlement)
      throws IOException {
    if (settlement instanceof Settlement.Completed completed) {
      out.writeByte(COMPLETED);
      writeBytes(out, completed.result());
      writeText(out, completed.receipt());
    } else if (settlement instanceof Settlement.Retryable retryable) {
      out.writeByte(RETRYABLE);
      writeFailure(out, retryable.failure());
      out.writeLong(retryable.delay().toMillis());
    } else if (settlement instanceof Settlement.Terminal terminal) {
      out.writeByte(TERMINAL);
      writeFailure(out, terminal.failure());
    } else if (settlement instanceof Settlement.Doubt doubt) {
      out.writeByte(DOUBT);
      writeFailure(out, doubt.failure());
    } else if (settlement instanceof Settlement.HandedBack handedBack) {
      out.writeByte(HANDED_BACK);
      writeText(out, handedBack.reason());
    }
  }

  private static Settlement readSettlement(DataInputStream in) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case COMPLETED -> new Settlement.Completed(readBytes(in), readText(in));
      case RETRYABLE -> new Settlement.Retryable(readFailure(in), Duration.ofMillis(in.readLong()));
      case TERMINAL -> new Settlement.Terminal(readFailure(in));
      case DOUBT -> new Settlement.Doubt(readFailure(in));
      case HANDED_BACK -> new Settlement.HandedBack(text(in));
      default -> throw new IOException("a settlement of kind " + kind);
    };
  }

  private static void writeFailure(DataOutputStream out, Failure failure) throws IOException {
    writeText(out, failure.failureClass().name());
    writeText(out, failure.exception());
    writeText(out, failure.message());
  }

  private static Failure readFailure(DataInputStream in) throws IOException {
    return new Failure(FailureClass.valueOf(text(in)), text(in), readText(in));
  }

  private static void writeUuid(DataOutputStream out, UUID uuid) throws IOException {
    out.writeLong(uuid.getMostSignificantBits());
    out.writeLong(uuid.getLeastSignificantBits());
  }

  private static UUID uuid(DataInputStream in) throws IOException {
    return new UUID(in.readLong(), in.readLong());
  }

  private static void writeText(DataOutputStream out, @Nullable String text) throws IOException {
    writeBytes(out, text == null ? null : text.getBytes(UTF_8));
  }

  private static @Nullable String readText(DataInputStream in) throws IOException {
    byte[] bytes = readBytes(in);
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  private static String text(DataInputStream in) throws IOException {
    String text = readText(in);
    if (text == null) {
      throw new IOException("a text is missing");
    }
    return text;
  }

  private static void writeBytes(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
    out.writeInt(bytes == null ? -1 : bytes.length);
    if (bytes != null) {
      out.write(bytes);
    }
  }

  private static byte @Nullable [] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length != length) {
      throw new IOException("an entry ends too early");
    }
    return bytes;
  }
}
