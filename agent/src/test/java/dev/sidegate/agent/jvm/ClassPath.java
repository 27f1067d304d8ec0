package dev.sidegate.agent.jvm;

import dev.sidegate.SideEffect;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the jars are that the forked programs get. */
public final class ClassPath {
  static final String SEPARATOR = File.pathSeparator;

  private ClassPath() {}

  /** What application code compiles against: always a jar, because archives hold no directories. */
  public static Path annotations() {
    Path found =
        Path.of(
            URI.create(
                SideEffect.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    return Files.isDirectory(found) ? Jar.of(found, Path.of("target/annotations.jar")) : found;
  }

  /** The libraries that the agent carries, in other versions; the build puts them there. */
  public static List<Path> otherVersions() {
    return jarsIn(Path.of("target/other-versions"));
  }

  /**
   * A framework with all that it needs, as {@code langchain4j-1.19}; {@code src/test/frameworks}
   * says what that is.
   */
  public static List<Path> framework(String version) {
    return jarsIn(Path.of("target/frameworks", version));
  }

  private static List<Path> jarsIn(Path directory) {
    try (Stream<Path> jars = Files.list(directory)) {
      return jars.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The agent, as it is given to users. */
  public static Path agent() {
    String jar = System.getProperty("sidegate.agent.jar");
    if (jar == null) {
      throw new IllegalStateException("run by failsafe, which names the packaged agent");
    }
    return Path.of(jar);
  }
}
