package dev.sidegate.engine.journal;

import dev.sidegate.engine.audit.ProcessEvents;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.payload.Envelope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends of attempts, and events of the process's own audit chain, that the database could not take:
 * one file per process in one directory, which several processes share. What a process leaves
 * behind when it dies, another one takes over.
 *
 * <p>Safe for many threads. The file is made with the first entry.
 */
public final class Journal implements AutoCloseable {
  static final String SUFFIX = ".journal";
  private static final String ASIDE = ".lost";

  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final byte[] PURPOSE = "journal".getBytes(StandardCharsets.US_ASCII);

  private final Path directory;
  private final Envelope envelope;
  private final Map<JournalFile, Set<Long>> open = new HashMap<>();
  private @Nullable JournalFile own;

  private Journal(Path directory, Envelope envelope) {
    this.directory = directory;
    this.envelope = envelope;
  }

  /**
   * A journal in a directory, which is made with the first entry.
   *
   * @param envelope how entries are put away; without a key they can be read by the owner of the
   *     process
   */
  public static Journal in(Path directory, Envelope envelope) {
    return new Journal(directory, envelope);
  }

  /**
   * What waits.
   *
   * @param file whose it is
   * @param number in that file
   * @param waiting for the database
   */
  public record Entry(UUID file, long number, Waiting waiting) {}

  /** What can wait in a journal. */
  public sealed interface Waiting {
    /** An end of an attempt. */
    record End(SettleRequest request) implements Waiting {}

    /** Events of a process's chain. */
    record Events(ProcessEvents events) implements Waiting {}
  }

  /**
   * Writes an entry. When this returns, it outlives the process and the power.
   *
   * @throws JournalException if it could not be written; it is not kept then
   */
  public Entry append(SettleRequest request) {
    return append(new Waiting.End(request));
  }

  /** As {@link #append(SettleRequest)}, for events. */
  public Entry append(ProcessEvents events) {
    return append(new Waiting.Events(events));
  }

  private Entry append(Waiting waiting) {
    JournalFile file;
    long number;
    try {
      synchronized (this) {
        file = own != null ? own : createOwn();
        number = file.nextNumber();
        open.computeIfAbsent(file, any -> new HashSet<>()).add(number);
      }
    } catch (IOException e) {
      throw new JournalException(directory + " cannot keep a journal: " + e.getMessage(), e);
    }
    try {
      file.append(number, envelope.seal(WaitingCodec.write(waiting), bound(file.id(), number)));
    } catch (IOException e) {
      leave(file);
      forget(file, number);
      throw new JournalException(file.path() + " cannot be written: " + e.getMessage(), e);
    }
    return new Entry(file.id(), number, waiting);
  }

  /**
   * Takes over the files of processes that died, and answers what they left, oldest first within
   * each. An entry is answered once. Files that cannot be read stay where they are, and are logged.
   */
  public List<Entry> takeOver() {
    List<Entry> entries = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return entries;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path path : files) {
        if (!isOpen(path)) {
          takeOver(path, entries);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.error("{} cannot be searched for journals of ended processes", directory, e);
    }
    return entries;
  }

  /** Says that an entry is settled. The file goes with its last entry. */
  public void done(Entry entry) {
    JournalFile file;
    synchronized (this) {
      file =
          open.keySet().stream()
              .filter(candidate -> candidate.id().equals(entry.file()))
              .findFirst()
              .orElse(null);
    }
    if (file == null) {
      return;
    }
    try {
      file.done(entry.number());
    } catch (IOException e) {
      LOG.warn("{} cannot be written; a settled entry will be settled again", file.path(), e);
    }
    forget(file, entry.number());
  }

  /**
   * Copies an entry into a file that nobody takes over, until a person gives it a journal's name
   * again.
   *
   * @return that file
   * @throws JournalException if it could not be written
   */
  Path setAside(Entry entry) {
    UUID id = UUID.randomUUID();
    Path aside = directory.resolve(id + ASIDE);
    try (JournalFile file = JournalFile.create(directory, id)) {
      long number = file.nextNumber();
      file.append(number, envelope.seal(WaitingCodec.write(entry.waiting()), bound(id, number)));
      // While it is locked nobody takes it for one that was left behind.
      return Files.move(file.path(), aside, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new JournalException(aside + " cannot be written: " + e.getMessage(), e);
    }
  }

  /** Lets go of all files. What waits in them is taken over by the next process. */
  @Override
  public synchronized void close() {
    for (JournalFile file : open.keySet()) {
      try {
        file.close();
      } catch (IOException e) {
        LOG.warn("{} cannot be closed", file.path(), e);
      }
    }
    open.clear();
    own = null;
  }

  private JournalFile createOwn() throws IOException {
    OwnerOnly.directory(directory);
    JournalFile created = JournalFile.create(directory, UUID.randomUUID());
    own = created;
    return created;
  }

  /** The next entry tries a new file. */
  private synchronized void leave(JournalFile file) {
    if (file == own) {
      own = null;
    }
  }

  /** Such a file is not even looked at: with any handle that is closed, its lock would go. */
  private synchronized boolean isOpen(Path path) {
    return open.keySet().stream().anyMatch(file -> file.path().equals(path));
  }

  private void takeOver(Path path, List<Entry> into) {
    try {
      JournalFile file = JournalFile.takeOver(path).orElse(null);
      if (file == null) {
        return;
      }
      Map<Long, byte[]> left = file.open();
      keepTail(file);
      synchronized (this) {
        open.put(file, new HashSet<>(left.keySet()));
      }
      LOG.info("{} was left behind with {} entries", path, left.size());
      left.forEach((number, body) -> read(file, number, body, into));
      deleteIfDone(file);
    } catch (IOException e) {
      LOG.error("{} was left behind and cannot be read", path, e);
    }
  }

  /**
   * Cut off by a crash, and never acknowledged; kept all the same, because nothing is lost
   * silently.
   */
  private static void keepTail(JournalFile file) throws IOException {
    byte[] tail = file.cutTail();
    if (tail.length > 0) {
      Path kept = file.path().resolveSibling(file.id() + ".tail");
      Files.write(OwnerOnly.create(kept), tail);
      LOG.warn("{} ends in half a record, which is kept in {}", file.path(), kept);
    }
  }

  private void read(JournalFile file, long number, byte[] body, List<Entry> into) {
    try {
      byte[] clear = envelope.open(body, bound(file.id(), number));
      into.add(new Entry(file.id(), number, WaitingCodec.read(clear)));
    } catch (IOException | IllegalArgumentException e) {
      LOG.error(
          "{} holds an entry that this process cannot read; it stays there: {}",
          file.path(),
          e.getMessage());
    }
  }

  private void forget(JournalFile file, long number) {
    synchronized (this) {
      Set<Long> numbers = open.get(file);
      if (numbers != null) {
        numbers.remove(number);
      }
    }
    deleteIfDone(file);
  }

  private synchronized void deleteIfDone(JournalFile file) {
    Set<Long> numbers = open.get(file);
    if (numbers == null || !numbers.isEmpty()) {
      return;
    }
    open.remove(file);
    leave(file);
    try {
      file.delete();
    } catch (IOException e) {
      LOG.warn("{} is settled and cannot be deleted", file.path(), e);
    }
  }

  private static byte[] bound(UUID file, long number) {
    return ByteBuffer.allocate(PURPOSE.length + 24)
        .put(PURPOSE)
        .putLong(file.getMostSignificantBits())
        .putLong(file.getLeastSignificantBits())
        .putLong(number)
        .array();
  }
}
