package dev.sidegate.engine.journal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and directories that only their owner can use, where the file system knows owners. */
final class OwnerOnly {
  private OwnerOnly() {}

  /** A new, empty file. */
  static Path create(Path file) throws IOException {
    return Files.createFile(file, attributes(file, "rw-------"));
  }

  /**
   * The directory, made where it is missing.
   *
   * @throws IOException if others may write there: they could leave settlements behind
   */
  static void directory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, attributes(directory, "rwx------"));
    }
    if (knowsOwners(directory)) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
      if (permissions.contains(PosixFilePermission.GROUP_WRITE)
          || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new IOException("others may write there; run: chmod 700 " + directory);
      }
    }
  }

  /** Makes the names in it durable, where the system can. */
  static void syncDirectory(Path directory) throws IOException {
    if (!knowsOwners(directory)) {
      return;
    }
    boolean interrupted = false;
    while (true) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
        break;
      } catch (ClosedByInterruptException e) {
        interrupted = Thread.interrupted(); // the caller's, who gets it back
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static FileAttribute<?>[] attributes(Path where, String permissions) {
    return knowsOwners(where)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean knowsOwners(Path where) {
    return where.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
