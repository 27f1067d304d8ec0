package dev.sidegate.engine.journal;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * One file of records, locked while its process lives.
 *
 * <pre>
 * "SGJ1" id[16]  { length[4] crc32c[4] kind[1] number[8] body[length - 9] }*
 * </pre>
 *
 * <p>A record is an entry ({@code E}) or says that the entry of that number is done ({@code D}). A
 * tail that is no whole record was cut off by a crash: nothing in it was ever acknowledged.
 *
 * <p>Written through {@link RandomAccessFile}, whose writes an interrupt leaves alone; a {@code
 * FileChannel} would be closed by it, and the lock lost with it.
 */
final class JournalFile implements Closeable {
  private static final byte[] MAGIC = {'S', 'G', 'J', '1'};
  private static final int HEADER = MAGIC.length + 16;
  private static final int PREFIX = 9;
  private static final int LONGEST_TAIL = 1 << 24;

  private final Path path;
  private final RandomAccessFile file;
  private final UUID id;
  private final Object syncing = new Object();
  private long end;
  private long synced;
  private long nextNumber;
  private boolean broken;

  private JournalFile(Path path, RandomAccessFile file, UUID id, long end) {
    this.path = path;
    this.file = file;
    this.id = id;
    this.end = end;
  }

  /**
   * A new file. It gets its name once it is locked, so that no other process can take it for one
   * that was left behind.
   */
  static JournalFile create(Path directory, UUID id) throws IOException {
    Path unnamed = OwnerOnly.create(directory.resolve(id + ".new"));
    Path path = directory.resolve(id + Journal.SUFFIX);
    RandomAccessFile file = new RandomAccessFile(unnamed.toFile(), "rw");
    try {
      if (file.getChannel().tryLock() == null) {
        throw new IOException(unnamed + " is locked by another process");
      }
      file.write(MAGIC);
      file.writeLong(id.getMostSignificantBits());
      file.writeLong(id.getLeastSignificantBits());
      file.getFD().sync();
      Files.move(unnamed, path, StandardCopyOption.ATOMIC_MOVE);
      OwnerOnly.syncDirectory(directory);
      return new JournalFile(path, file, id, HEADER);
    } catch (IOException | RuntimeException e) {
      file.close();
      Files.deleteIfExists(unnamed);
      throw e;
    }
  }

  /** A file that its process left behind; empty if the process lives, or the file is no journal. */
  static Optional<JournalFile> takeOver(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    boolean taken = false;
    try {
      if (locked(file) && isJournal(file)) {
        taken = true;
        UUID id = new UUID(file.readLong(), file.readLong());
        return Optional.of(new JournalFile(path, file, id, file.length()));
      }
      return Optional.empty();
    } finally {
      if (!taken) {
        file.close();
      }
    }
  }

  Path path() {
    return path;
  }

  UUID id() {
    return id;
  }

  /** Takes the number of the next entry. */
  synchronized long nextNumber() {
    return nextNumber++;
  }

  /** Appends an entry; it is on the disk when this returns. */
  void append(long number, byte[] body) throws IOException {
    long mine = write('E', number, body);
    synchronized (syncing) {
      if (synced >= mine) {
        return; // another thread's sync took it along
      }
      long upTo = end();
      try {
        file.getFD().sync();
      } catch (IOException e) {
        giveUp();
        throw e;
      }
      synced = upTo;
    }
  }

  /** Says that an entry is done. Not synced: an entry that comes again is settled to no effect. */
  void done(long number) throws IOException {
    write('D', number, new byte[0]);
  }

  /** The entries that are not done, by number. */
  synchronized Map<Long, byte[]> open() throws IOException {
    Map<Long, byte[]> entries = new LinkedHashMap<>();
    long position = HEADER;
    file.seek(position);
    while (true) {
      byte[] record = nextRecord(position);
      if (record.length == 0) {
        break;
      }
      ByteBuffer buffer = ByteBuffer.wrap(record);
      byte kind = buffer.get();
      long number = buffer.getLong();
      if (kind == 'E') {
        byte[] body = new byte[buffer.remaining()];
        buffer.get(body);
        entries.put(number, body);
      } else {
        entries.remove(number);
      }
      position = file.getFilePointer();
    }
    end = position;
    return entries;
  }

  /** Takes off what {@link #open} found behind the last whole record. */
  synchronized byte[] cutTail() throws IOException {
    file.seek(end);
    byte[] tail = new byte[(int) Math.min(file.length() - end, LONGEST_TAIL)];
    file.readFully(tail);
    file.setLength(end);
    return tail;
  }

  /** Removes the file, still under its lock. */
  void delete() throws IOException {
    Files.deleteIfExists(path);
    close();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private synchronized long write(char kind, long number, byte[] body) throws IOException {
    if (broken) {
      throw new IOException("an earlier write of " + path + " failed");
    }
    byte[] record = record(kind, number, body);
    try {
      file.seek(end);
      file.write(record);
    } catch (IOException e) {
      cutOff();
      throw e;
    }
    end += record.length;
    return end;
  }

  private static byte[] record(char kind, long number, byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(PREFIX + body.length);
    DataOutputStream content = new DataOutputStream(bytes);
    content.writeByte(kind);
    content.writeLong(number);
    content.write(body);
    byte[] checked = bytes.toByteArray();
    return ByteBuffer.allocate(8 + checked.length)
        .putInt(checked.length)
        .putInt(checksum(checked))
        .put(checked)
        .array();
  }

  /** The record at the file pointer; empty where the file, or what is whole of it, ends. */
  private byte[] nextRecord(long position) throws IOException {
    long left = file.length() - position;
    if (left < 8 + PREFIX) {
      return new byte[0];
    }
    int length = file.readInt();
    int checksum = file.readInt();
    if (length < PREFIX || length > left - 8) {
      return new byte[0];
    }
    byte[] record = new byte[length];
    file.readFully(record);
    return checksum(record) == checksum ? record : new byte[0];
  }

  private static int checksum(byte[] record) {
    CRC32C crc = new CRC32C();
    crc.update(record, 0, record.length);
    return (int) crc.getValue();
  }

  /** Takes half a record back, which would hide all later ones. */
  private void cutOff() {
    try {
      file.setLength(end);
    } catch (IOException e) {
      broken = true;
    }
  }

  private synchronized void giveUp() {
    broken = true;
  }

  private synchronized long end() {
    return end;
  }

  private static boolean locked(RandomAccessFile file) throws IOException {
    try {
      FileLock lock = file.getChannel().tryLock();
      return lock != null;
    } catch (OverlappingFileLockException ours) {
      return false;
    }
  }

  private static boolean isJournal(RandomAccessFile file) throws IOException {
    byte[] magic = new byte[MAGIC.length];
    try {
      file.readFully(magic);
    } catch (EOFException tooShort) {
      return false;
    }
    return Arrays.equals(magic, MAGIC) && file.length() >= HEADER;
  }
}
