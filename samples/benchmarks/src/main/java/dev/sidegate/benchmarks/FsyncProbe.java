package dev.sidegate.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** How long this disk takes to write one page for good: the floor under every commit. */
final class FsyncProbe {
  private static final int PAGE = 8192;
  private static final int PAGES = 2048;
  private static final int WRITES = 500;

  private FsyncProbe() {}

  /** The median of one 8 kB write and {@code fdatasync}, in milliseconds. */
  static double medianMillis(Path directory) throws IOException {
    Path file = Files.createTempFile(directory, "fsync", ".probe");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int page = 0; page < PAGES; page++) {
        channel.write(ByteBuffer.allocate(PAGE));
      }
      channel.force(true);
      long[] nanos = new long[WRITES];
      for (int write = 0; write < WRITES; write++) {
        long before = System.nanoTime();
        channel.write(ByteBuffer.allocate(PAGE), (long) write * PAGE);
        channel.force(false);
        nanos[write] = System.nanoTime() - before;
      }
      Arrays.sort(nanos);
      return nanos[WRITES / 2] / 1e6;
    } finally {
      Files.delete(file);
    }
  }
}
