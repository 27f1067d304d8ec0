package dev.sidegate.operator.scan;

import dev.sidegate.operator.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * The class files of a program: of directories, of jars, and of the jars inside them (Spring Boot's
 * {@code BOOT-INF/lib}, a web archive's {@code WEB-INF/lib}).
 *
 * @param inputs as named on the command line
 */
record ClassFiles(List<Path> inputs) {

  /** Takes one class file after the other. */
  interface Visitor {
    /**
     * One class file.
     *
     * @param origin jar or directory, with {@code !} before a jar inside it
     * @param file its bytes
     */
    void visit(String origin, byte[] file);
  }

  /**
   * Visits all of them, in the order of the command line.
   *
   * @throws Fault if an input is no directory and no jar, or cannot be read
   */
  void walk(Visitor visitor) {
    for (Path input : inputs) {
      try {
        if (Files.isDirectory(input)) {
          directory(input, visitor);
        } else {
          archive(input, visitor);
        }
      } catch (IOException unreadable) {
        throw Fault.usage("'" + input + "' cannot be read: " + unreadable, "Check the path.")
            .because(unreadable);
      }
    }
  }

  private static void directory(Path root, Visitor visitor) throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(root)) {
      files = tree.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (isClass(name)) {
        visitor.visit(root.toString(), Files.readAllBytes(file));
      } else if (isArchive(name)) {
        archive(file, visitor);
      }
    }
  }

  /**
   * Through its directory, because a launch script may stand before an executable jar's content.
   */
  private static void archive(Path file, Visitor visitor) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        if (isClass(entry.getName())) {
          try (InputStream stream = zip.getInputStream(entry)) {
            visitor.visit(file.toString(), stream.readAllBytes());
          }
        } else if (isArchive(entry.getName())) {
          try (InputStream stream = zip.getInputStream(entry)) {
            nested(file + "!/" + entry.getName(), stream, visitor);
          }
        }
      }
    } catch (ZipException broken) {
      throw Fault.usage(
              "'" + file + "' is neither a jar nor a directory: " + broken.getMessage(),
              "Name jars, or directories of class files such as target/classes.")
          .because(broken);
    }
  }

  private static void nested(String origin, InputStream stream, Visitor visitor)
      throws IOException {
    // Not closed: the outer archive goes on behind it.
    @SuppressWarnings("resource")
    ZipInputStream zip = new ZipInputStream(stream);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      if (isClass(entry.getName())) {
        visitor.visit(origin, zip.readAllBytes());
      } else if (isArchive(entry.getName())) {
        nested(origin + "!/" + entry.getName(), zip, visitor);
      }
    }
  }

  /** Versions of a class for newer JDKs stand for the class itself, so they are not read. */
  private static boolean isClass(String name) {
    return name.endsWith(".class")
        && !name.contains("META-INF/versions/")
        && !name.endsWith("module-info.class");
  }

  private static boolean isArchive(String name) {
    return name.endsWith(".jar") || name.endsWith(".war");
  }
}
