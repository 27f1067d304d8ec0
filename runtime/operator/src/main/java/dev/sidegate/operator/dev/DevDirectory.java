package dev.sidegate.operator.dev;

import dev.sidegate.operator.Build;
import dev.sidegate.operator.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where everything of {@code dev} lies. Only its owner may look inside.
 *
 * <pre>
 * binaries/17.7.0/PG-…   PostgreSQL, unpacked
 * data/                  the database cluster
 * owner.password         of the schema's owner, the superuser "postgres"
 * postgres.log           what the server says
 * dev.lock               held by the process that runs the server
 * dev.json               how to reach that server
 * </pre>
 *
 * @param root the directory itself
 */
record DevDirectory(Path root) {

  static DevDirectory standard() {
    return new DevDirectory(Path.of(System.getProperty("user.home"), ".sidegate"));
  }

  Path data() {
    return root.resolve("data");
  }

  Path log() {
    return root.resolve("postgres.log");
  }

  Path record() {
    return root.resolve("dev.json");
  }

  /** A directory of its own for each version, so that it holds exactly one unpacked server. */
  Path binaries() {
    return root.resolve("binaries").resolve(Build.postgresVersion());
  }

  /** The one unpacked server, if there is one. */
  Optional<Path> unpacked() {
    try (Stream<Path> entries = Files.list(binaries())) {
      return entries.filter(entry -> Files.exists(entry.resolve(".exists"))).findFirst();
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /** Makes the directories, readable by nobody else. */
  void prepare() {
    try {
      Files.createDirectories(root.toAbsolutePath(), ownerOnly(root, "rwx------"));
      Files.createDirectories(binaries());
      for (Path file : List.of(log())) {
        if (Files.notExists(file)) {
          Files.createFile(file, ownerOnly(root, "rw-------"));
        }
      }
    } catch (IOException unwritable) {
      throw Fault.refused(
              "The directory " + root + " cannot be written: " + unwritable.getMessage(),
              "Make it writable, or choose another with --directory DIR.")
          .because(unwritable);
    }
  }

  /** The right to run the server here; empty if another process has it. Held until JVM end. */
  Optional<FileLock> tryLock() {
    try {
      // The channel stays open with the lock; closing it would give the lock away.
      @SuppressWarnings("resource")
      FileChannel channel =
          FileChannel.open(
              root.resolve("dev.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        channel.close();
      }
      return Optional.ofNullable(lock);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The owner's password, once it is set. */
  Optional<String> ownerPassword() {
    Path file = root.resolve("owner.password");
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    } catch (IOException unreadable) {
      throw Fault.refused(
              "The file " + file + " cannot be read: " + unreadable.getMessage(),
              "It belongs to whoever started dev first; run dev as that user.")
          .because(unreadable);
    }
  }

  /** Keeps the owner's password, whole or not at all. */
  void keepOwnerPassword(String password) throws IOException {
    Path draft = Files.createTempFile(root, "owner", ".password", ownerOnly(root, "rw-------"));
    Files.writeString(draft, password);
    Files.move(draft, root.resolve("owner.password"), StandardCopyOption.REPLACE_EXISTING);
  }

  private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
