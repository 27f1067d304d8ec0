package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.agent.jvm.ClassPath;
import java.io.IOException;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What the application's class loader sees of the agent's jar. */
class JarShapeIT {
  private static final long LARGEST = 12_000_000;

  @Test
  void onlyPremainAndTheIsolatedLoaderAreVisible() throws IOException {
    assertThat(entries())
        .filteredOn(name -> !name.startsWith("isolated/") && !name.startsWith("META-INF/"))
        .filteredOn(name -> !name.endsWith("/"))
        .containsExactlyInAnyOrder(
            "dev/sidegate/agent/Premain.class",
            "dev/sidegate/agent/IsolatedLoader.class",
            "dev/sidegate/agent/IsolatedLoader$EntryHandler.class",
            "dev/sidegate/agent/IsolatedLoader$EntryHandler$1.class");
  }

  @Test
  void theRestLooksLikeNoClassToAnyScanner() throws IOException {
    assertThat(entries())
        .filteredOn(name -> name.startsWith("isolated/"))
        .noneMatch(name -> name.endsWith(".class"))
        .contains(
            "isolated/java/lang/SidegateDoor.classdata",
            "isolated/dev/sidegate/agent/start/Attachment.classdata",
            "isolated/dev/sidegate/SideEffect.classdata",
            "isolated/dev/sidegate/engine/Engine.classdata",
            "isolated/net/bytebuddy/asm/Advice.classdata",
            "isolated/com/zaxxer/hikari/HikariDataSource.classdata",
            "isolated/org/postgresql/Driver.classdata",
            "isolated/com/fasterxml/jackson/databind/ObjectMapper.classdata",
            "isolated/org/slf4j/LoggerFactory.classdata");
  }

  @Test
  void noServiceIsOfferedToTheApplication() throws IOException {
    assertThat(entries()).noneMatch(name -> name.startsWith("META-INF/services/"));
    assertThat(entries()).noneMatch(name -> name.startsWith("META-INF/versions/"));
    assertThat(entries()).contains("isolated/META-INF/services/org.slf4j.spi.SLF4JServiceProvider");
  }

  @Test
  void nothingIsAppendedToAnyPath() throws IOException {
    try (JarFile jar = new JarFile(ClassPath.agent().toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue("Premain-Class")).isEqualTo("dev.sidegate.agent.Premain");
      assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
      assertThat(manifest.getValue("Boot-Class-Path")).isNull();
      assertThat(manifest.getValue("Class-Path")).isNull();
      assertThat(manifest.getValue("Agent-Class")).isNull();
    }
  }

  @Test
  void theLicencesOfWhatIsBundledAreThere() throws IOException {
    assertThat(entries())
        .contains("META-INF/LICENSE", "META-INF/THIRD-PARTY.txt")
        .anyMatch(name -> name.startsWith("META-INF/third-party/byte-buddy"))
        .anyMatch(name -> name.startsWith("META-INF/third-party/postgresql"));
  }

  @Test
  void itIsReproducible() throws IOException {
    try (JarFile jar = new JarFile(ClassPath.agent().toFile())) {
      assertThat(jar.stream().map(ZipEntry::getLastModifiedTime).distinct()).hasSize(1);
    }
    assertThat(ClassPath.agent().toFile().length()).isLessThan(LARGEST);
  }

  private static List<String> entries() throws IOException {
    try (JarFile jar = new JarFile(ClassPath.agent().toFile())) {
      return jar.stream().map(ZipEntry::getName).toList();
    }
  }
}
