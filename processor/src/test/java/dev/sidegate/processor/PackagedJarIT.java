package dev.sidegate.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.SideEffect;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that users name on the processor path, as javac finds and runs it. */
class PackagedJarIT {
  private static final Path PROCESSOR = packaged();

  @TempDir Path directory;

  @Test
  void nothingInItCanClashWithAnotherProcessorsLibraries() throws IOException {
    try (JarFile jar = new JarFile(PROCESSOR.toFile())) {
      assertThat(jar.stream().map(entry -> entry.getName()))
          .allMatch(name -> name.startsWith("dev/") || name.startsWith("META-INF/"));
      assertThat(jar.stream().map(entry -> entry.getName()).filter(name -> name.endsWith(".class")))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("dev/sidegate/processor/"));
      assertThat(jar.getEntry("META-INF/gradle/incremental.annotation.processors")).isNotNull();
    }
  }

  @Test
  void aNamedModuleCompiles() {
    write("module-info.java", "module shop { requires dev.sidegate.annotations; }");
    write("shop/Refunds.java", refunds("Refunds", "refund:{order}"));

    Javac javac = new Javac("--module-path", Build.jar(SideEffect.class));

    assertThat(javac.succeeds()).as(javac.output).isTrue();
    assertThat(classes("shop")).contains("Refunds.class", "Sidegate_Refunds.class");
  }

  @Test
  void anEditedKeyIsWrittenAnewOverTheOldDescriptor() throws IOException {
    write("shop/Refunds.java", refunds("Refunds", "refund:{order}"));
    assertThat(compiles()).isTrue();
    byte[] before = Files.readAllBytes(directory.resolve("classes/shop/Sidegate_Refunds.class"));

    assertThat(compiles()).isTrue();
    assertThat(directory.resolve("classes/shop/Sidegate_Refunds.class")).hasBinaryContent(before);

    write("shop/Refunds.java", refunds("Refunds", "refund:{order}:v2"));
    assertThat(compiles()).isTrue();
    assertThat(Files.readAllBytes(directory.resolve("classes/shop/Sidegate_Refunds.class")))
        .isNotEqualTo(before);
  }

  @Test
  void aRenamedClassGetsADescriptorOfItsOwn() throws IOException {
    write("shop/Refunds.java", refunds("Refunds", "refund:{order}"));
    assertThat(compiles()).isTrue();
    Files.delete(directory.resolve("src/shop/Refunds.java"));
    write("shop/Payouts.java", refunds("Payouts", "payout:{order}"));

    assertThat(compiles()).isTrue();

    assertThat(classes("shop")).contains("Payouts.class", "Sidegate_Payouts.class");
  }

  private boolean compiles() {
    return new Javac("-classpath", Build.jar(SideEffect.class)).succeeds();
  }

  private static String refunds(String name, String key) {
    return """
        package shop;

        import dev.sidegate.ProviderContract;
        import dev.sidegate.SideEffect;

        public class %s {
          @SideEffect(key = "%s", provider = @ProviderContract(keyed = true, keyTtl = "24h"))
          String refund(String order) {
            return order;
          }
        }
        """
        .formatted(name, key);
  }

  private void write(String file, String text) {
    Path path = directory.resolve("src").resolve(file);
    try {
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> classes(String packageName) {
    try (Stream<Path> files = Files.list(directory.resolve("classes").resolve(packageName))) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path packaged() {
    try (Stream<Path> files = Files.list(Path.of(Build.jar(PackagedJarIT.class)).getParent())) {
      return files
          .filter(file -> file.getFileName().toString().matches("sidegate-processor-.*\\.jar"))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("the processor is not packaged"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A javac of its own, which finds the processor by itself. */
  private final class Javac {
    private final List<String> command = new ArrayList<>();
    private String output = "";

    Javac(String... path) {
      command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
      command.addAll(List.of("--release", "17", "-Xlint:all,-requires-automatic", "-Werror"));
      command.addAll(List.of(path));
      command.addAll(
          List.of(
              "--processor-path",
              PROCESSOR + File.pathSeparator + Build.jar(SideEffect.class),
              "-d",
              directory.resolve("classes").toString()));
    }

    boolean succeeds() {
      try (Stream<Path> sources = Files.walk(directory.resolve("src"))) {
        sources
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file -> command.add(file.toString()));
        Process javac = new ProcessBuilder(command).redirectErrorStream(true).start();
        output = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return javac.waitFor() == 0;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
