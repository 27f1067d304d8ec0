package dev.sidegate.agent.jvm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Java the forked programs run on: the one that runs the tests, and 25 where it is present
 * ({@code SIDEGATE_TEST_JDK25}, or where Debian's package puts it).
 */
public record Jdk(int feature, Path home) {

  /** All that are present; for {@code @MethodSource}. */
  public static Stream<Jdk> present() {
    List<Jdk> present = new ArrayList<>();
    present.add(running());
    Path newer =
        Path.of(
            System.getenv()
                .getOrDefault("SIDEGATE_TEST_JDK25", "/usr/lib/jvm/temurin-25-jdk-amd64"));
    if (running().feature() != 25 && Files.isExecutable(newer.resolve("bin/java"))) {
      present.add(new Jdk(25, newer));
    }
    return present.stream();
  }

  /** The one that runs the tests. */
  public static Jdk running() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  String tool(String name) {
    return home.resolve("bin").resolve(name).toString();
  }

  @Override
  public String toString() {
    return "Java " + feature;
  }
}
