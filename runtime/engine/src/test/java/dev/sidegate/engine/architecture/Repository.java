package dev.sidegate.engine.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The source tree that this build stands in. */
public final class Repository {
  private static final List<String> HOUSES =
      List.of("annotations", "processor", "runtime", "agent", "samples");

  private Repository() {}

  static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (directory != null) {
      if (Files.isDirectory(directory.resolve("runtime/engine"))) {
        return directory;
      }
      directory = directory.getParent();
    }
    throw new IllegalStateException("not inside Sidegate's source tree");
  }

  /** A file, by its path from the top. */
  public static String read(String file) {
    return read(root().resolve(file));
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every Java source file that a person wrote. */
  static List<Path> javaSources() {
    return HOUSES.stream().flatMap(house -> javaSourcesUnder(root().resolve(house))).toList();
  }

  /** Every Java source file of the jars. */
  static List<Path> mainSources() {
    return javaSources().stream()
        .filter(source -> source.toString().contains("/src/main/java/"))
        .toList();
  }

  static Path relative(Path file) {
    return root().relativize(file);
  }

  private static Stream<Path> javaSourcesUnder(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().replaceAll("/src/.*", "").contains("/target"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
