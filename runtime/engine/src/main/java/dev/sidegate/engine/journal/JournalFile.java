package dev.sidegate.engine.journal;

import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.payload.Envelope;
import dev.sidegate.engine.payload.UnreadableFormException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * One process's journal on disk, locked while the process lives. Entries are appended and synced:
 *
 * <pre>
 * entry = length(4) checksum(4) body        ; a torn tail fails its checksum and is cut off
 * body  = number(8) KEPT  sealed-request    ; to be settled
 *       / number(8) DONE                    ; settled
 * </pre>
 */
final class JournalFile implements AutoCloseable {
  static final String SUFFIX = ".journal";

  private static final byte KEPT = 1;
  private static final byte DONE = 2;
  private static final int HEADER = 8;
  private static final int LARGEST = 16 << 20;
  private static final byte[] BOUND = "sidegate.journal.1".getBytes(StandardCharsets.US_ASCII);

  private final Path path;
  private final FileChannel channel;
  private final Envelope envelope;

  private JournalFile(Path path, FileChannel channel, Envelope envelope) {
    this.path = path;
    this.channel = channel;
    this.envelope = envelope;
  }

  /** Opens and locks a file; empty if a living process holds it. */
  static Optional<JournalFile> open(Path path, Envelope envelope) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            ownerOnly());
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        channel.position(channel.size());
        return Optional.of(new JournalFile(path, channel, envelope));
      }
    } catch (OverlappingFileLockException heldInThisProcess) {
      // Another engine of this process holds it; it is alive.
    }
    channel.close();
    return Optional.empty();
  }

  void keep(long number, SettleRequest request) throws IOException {
    byte[] sealed = envelope.seal(SettleRequestForm.write(request), BOUND);
    append(ByteBuffer.allocate(9 + sealed.length).putLong(number).put(KEPT).put(sealed).flip());
  }

  void done(long number) throws IOException {
    append(ByteBuffer.allocate(9).putLong(number).put(DONE).flip());
  }

  /** What is kept and not done, in order. Cuts off a torn tail. */
  Map<Long, SettleRequest> pending() throws IOException {
    Map<Long, SettleRequest> pending = new LinkedHashMap<>();
    channel.position(0);
    long whole = 0;
    for (Optional<ByteBuffer> body = next(); body.isPresent(); body = next()) {
      whole = channel.position();
      read(body.get(), pending);
    }
    channel.truncate(whole);
    channel.position(whole);
    return pending;
  }

  /** Nothing in here is needed any more. */
  void clear() throws IOException {
    channel.truncate(0);
    channel.force(true);
  }

  void delete() throws IOException {
    Files.deleteIfExists(path);
    channel.close();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void read(ByteBuffer body, Map<Long, SettleRequest> pending) throws IOException {
    long number = body.getLong();
    if (body.get() == DONE) {
      pending.remove(number);
      return;
    }
    byte[] sealed = new byte[body.remaining()];
    body.get(sealed);
    try {
      pending.put(number, SettleRequestForm.read(envelope.open(sealed, BOUND)));
    } catch (UnreadableFormException keyIsMissing) {
      throw new IOException(
          path + " holds results that cannot be opened: " + keyIsMissing.getMessage(),
          keyIsMissing);
    }
  }

  private void append(ByteBuffer body) throws IOException {
    ByteBuffer entry = ByteBuffer.allocate(HEADER + body.remaining());
    entry.putInt(body.remaining()).putInt(checksum(body)).put(body.duplicate()).flip();
    long begin = channel.position();
    try {
      while (entry.hasRemaining()) {
        channel.write(entry);
      }
      channel.force(true);
    } catch (IOException full) {
      // A half-written entry would hide the ones behind it.
      channel.truncate(begin);
      throw full;
    }
  }

  private Optional<ByteBuffer> next() throws IOException {
    Optional<ByteBuffer> header = read(HEADER);
    if (header.isEmpty()) {
      return Optional.empty();
    }
    int length = header.get().getInt();
    int checksum = header.get().getInt();
    if (length < 9 || length > LARGEST) {
      return Optional.empty();
    }
    return read(length).filter(body -> checksum(body) == checksum);
  }

  private Optional<ByteBuffer> read(int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        return Optional.empty();
      }
    }
    return Optional.of(bytes.flip());
  }

  private static int checksum(ByteBuffer body) {
    CRC32 crc = new CRC32();
    crc.update(body.duplicate());
    return (int) crc.getValue();
  }

  private static FileAttribute<?>[] ownerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
