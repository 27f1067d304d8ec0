package dev.sidegate.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What is in the one jar, and what must not be. */
class JarIT {
  private static final Path JAR = Path.of("target", "sidegate.jar");

  @Test
  void itStartsByItselfAndSaysWhatItIs() {
    Typed typed = SidegateJar.run("--version");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).startsWith("Sidegate " + Build.version());
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void itCarriesTheLicencesOfWhatItBundles() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
      String bundled =
          new String(
              jar.getInputStream(jar.getEntry("META-INF/THIRD-PARTY.txt")).readAllBytes(),
              StandardCharsets.UTF_8);
      assertThat(bundled).contains("picocli").contains("flyway-core").contains("org.ow2.asm:asm");
      assertThat(names(jar)).anyMatch(name -> name.startsWith("META-INF/third-party/"));
    }
  }

  @Test
  void itCarriesNoOtherPlatformsServer() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
      assertThat(names(jar))
          .filteredOn(name -> name.endsWith(".txz"))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("postgres-" + system.substring(0, 3)));
    }
  }

  @Test
  void servicesOfAllLibrariesAreThereAndNoSignatureIs() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      String plugins =
          new String(
              jar.getInputStream(
                      jar.getEntry("META-INF/services/org.flywaydb.core.extensibility.Plugin"))
                  .readAllBytes(),
              StandardCharsets.UTF_8);
      assertThat(plugins)
          .contains("org.flywaydb.database.postgresql.PostgreSQLDatabaseType")
          .contains("org.flywaydb.core.");
      assertThat(names(jar))
          .noneMatch(name -> name.endsWith(".SF") || name.endsWith("module-info.class"));
    }
  }

  private static List<String> names(JarFile jar) {
    return jar.stream().map(ZipEntry::getName).toList();
  }
}
