package dev.sidegate.engine.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keys and hashes never change under one algorithm's version. A vector that fails here is a wish
 * that would be run a second time after an upgrade: do not mend the file, mend the code.
 */
class GoldenTest {

  @Test
  void thisJavaWritesWhatIsFrozen() {
    assertThat(Golden.lines()).hasSizeGreaterThan(60);
    assertThat(Golden.lines().stream().map(Golden::written).toList())
        .containsExactlyElementsOf(Golden.lines());
  }

  @Test
  void everyOtherJavaOnThisMachineWritesTheSame() throws Exception {
    List<Path> others = others();
    assumeTrue(!others.isEmpty(), "no other Java from 17 on is installed here");
    String all = Golden.lines().size() + " of " + Golden.lines().size() + " vectors";
    for (Path java : others) {
      for (String locale : List.of("en-US", "tr-TR", "ar-EG")) {
        assertThat(output(java, locale)).as("%s under %s", java, locale).isEqualTo(all);
      }
    }
  }

  private static String output(Path java, String locale) throws IOException {
    Process process =
        new ProcessBuilder(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-Duser.language=" + locale.substring(0, 2),
                "-Duser.country=" + locale.substring(3),
                "-Dfile.encoding=ISO-8859-1",
                "-cp",
                System.getProperty("java.class.path"),
                Golden.class.getName())
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  /** The JDKs beside this one. */
  private static List<Path> others() {
    Path here = Path.of(System.getProperty("java.home")).toAbsolutePath();
    Path beside = here.getParent();
    if (beside == null) {
      return List.of();
    }
    try (Stream<Path> homes = Files.list(beside)) {
      return homes
          .filter(home -> !Files.isSymbolicLink(home) && !home.equals(here))
          .filter(home -> feature(home) >= 17)
          .map(home -> home.resolve("bin/java"))
          .filter(Files::isExecutable)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The feature version that a JDK's {@code release} file names; 0 if there is none. */
  private static int feature(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceFirst("\\D*(\\d+).*", "$1"))
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElse(0);
    } catch (IOException noJdk) {
      return 0;
    }
  }
}
