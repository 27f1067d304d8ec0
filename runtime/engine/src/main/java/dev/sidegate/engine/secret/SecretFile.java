package dev.sidegate.engine.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Reads files of secrets, and refuses those that others can read. As with libpq, a group may read a
 * file that belongs to root, which is how secrets are mounted into containers.
 */
final class SecretFile {
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE);

  private SecretFile() {}

  /**
   * The file's lines, trimmed, without empty ones and comments ({@code # …}).
   *
   * @throws IllegalArgumentException if it cannot be read, or others can read it
   */
  static List<String> lines(Path file) {
    try {
      refuseIfOpen(file);
      return Files.readAllLines(file, StandardCharsets.US_ASCII).stream()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e, e);
    }
  }

  private static void refuseIfOpen(Path file) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(file, PosixFileAttributeView.class, new LinkOption[0]);
    if (view == null) {
      return; // no such permissions on this file system
    }
    PosixFileAttributes attributes = view.readAttributes();
    Set<PosixFilePermission> open = EnumSet.copyOf(OTHERS);
    open.retainAll(attributes.permissions());
    if (attributes.owner().getName().equals("root")) {
      open.remove(PosixFilePermission.GROUP_READ);
    }
    if (!open.isEmpty()) {
      throw new IllegalArgumentException(
          file + " can be read or written by others than its owner; run: chmod 600 " + file);
    }
  }
}
