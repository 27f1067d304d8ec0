package dev.sidegate.engine.journal;

import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.payload.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The results that wait for the database, one file per process in a directory that processes share.
 * The file is made with the first entry and goes when the last one is settled. Safe for many
 * threads.
 */
public final class Journal implements AutoCloseable {
  private final Path directory;
  private final Envelope envelope;
  private @Nullable JournalFile file;
  private long number;
  private int pending;

  private Journal(Path directory, Envelope envelope) {
    this.directory = directory;
    this.envelope = envelope;
  }

  /** A journal in this directory, which is made when it is needed. */
  public static Journal in(Path directory, Envelope envelope) {
    return new Journal(directory, envelope);
  }

  /**
   * Keeps a request; it is on disk when this returns.
   *
   * @return its number, for {@link #done}
   * @throws IOException if it could not be written
   */
  synchronized long keep(SettleRequest request) throws IOException {
    if (file == null) {
      Files.createDirectories(directory);
      file =
          JournalFile.open(directory.resolve(UUID.randomUUID() + JournalFile.SUFFIX), envelope)
              .orElseThrow(
                  () -> new IOException("a new journal file is locked by another process"));
    }
    file.keep(++number, request);
    pending++;
    return number;
  }

  /** The request is settled. */
  synchronized void done(long settled) throws IOException {
    if (file == null) {
      return;
    }
    if (--pending == 0) {
      file.clear();
    } else {
      file.done(settled);
    }
  }

  /** The files of processes that have died, locked now by this one. */
  List<Orphan> orphans() throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<Orphan> orphans = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path path : files.filter(Journal::isJournal).sorted().toList()) {
        JournalFile orphan = JournalFile.open(path, envelope).orElse(null);
        if (orphan != null) {
          orphans.add(new Orphan(orphan, orphan.pending()));
        }
      }
    }
    return orphans;
  }

  @Override
  public synchronized void close() throws IOException {
    if (file != null && pending == 0) {
      file.delete();
    } else if (file != null) {
      file.close();
    }
    file = null;
  }

  private static boolean isJournal(Path path) {
    return path.getFileName().toString().endsWith(JournalFile.SUFFIX);
  }

  /**
   * What a process left behind.
   *
   * @param file its file
   * @param pending what it could not settle
   */
  record Orphan(JournalFile file, Map<Long, SettleRequest> pending) {}
}
