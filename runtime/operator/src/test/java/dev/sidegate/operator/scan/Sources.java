package dev.sidegate.operator.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.processor.SidegateProcessor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** Small programs, compiled with javac, with or without the annotation processor. */
final class Sources {
  private static final String TOOL =
      """
      package dev.langchain4j.agent.tool;
      import java.lang.annotation.*;
      @Retention(RetentionPolicy.RUNTIME) public @interface Tool { String value() default ""; }
      """;

  private final Path directory;
  private final List<Path> files = new ArrayList<>();

  Sources(Path directory) {
    this.directory = directory;
    add("dev.langchain4j.agent.tool.Tool", TOOL);
  }

  /** A class in the package {@code shop}, with the imports that guards need. */
  Sources shop(String name, String body) {
    return add(
        "shop." + name,
        "package shop;\nimport dev.sidegate.*;\nimport dev.langchain4j.agent.tool.Tool;\n" + body);
  }

  /** What the processor would have written, as far as a scan looks at it. */
  Sources descriptor(String name, int protocol, String method, String jvmDescriptor) {
    return shop(
        name,
        """
        final class %s {
          static final int PROTOCOL = %d;
          static final String[] PLAN = {"1", "method method=%s descriptor=%s effect=e"};
        }
        """
            .formatted(name, protocol, method, jvmDescriptor));
  }

  Sources add(String type, String text) {
    try {
      Path file = directory.resolve("src").resolve(type.replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      files.add(file);
      return this;
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  /** As a build does that forgot the processor. */
  Path compile() {
    return compile(List.of("-proc:none"));
  }

  /** As a build does that has it. */
  Path compileWithProcessor() {
    return compile(List.of("-processor", SidegateProcessor.class.getName()));
  }

  private Path compile(List<String> processing) {
    List<String> arguments = new ArrayList<>(processing);
    arguments.addAll(
        List.of(
            "-parameters",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            directory.resolve("classes").toString()));
    files.forEach(file -> arguments.add(file.toString()));
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(exit).isZero();
    return directory.resolve("classes");
  }

  /** Packs what stands below a directory, each entry behind a prefix. */
  static Path jar(Path target, String prefix, Path classes) {
    try (OutputStream file = Files.newOutputStream(target);
        ZipOutputStream zip = new ZipOutputStream(file);
        Stream<Path> tree = Files.walk(classes)) {
      for (Path path : tree.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(prefix + classes.relativize(path)));
        Files.copy(path, zip);
      }
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
    return target;
  }
}
