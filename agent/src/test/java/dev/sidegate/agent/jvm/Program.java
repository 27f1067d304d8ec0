package dev.sidegate.agent.jvm;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A small application below {@code src/test/programs}, compiled once per test run as a user would
 * compile it.
 */
public final class Program {
  private static final Path SOURCES = Path.of("src/test/programs");
  private static final Map<String, Path> COMPILED = new ConcurrentHashMap<>();

  private Program() {}

  /** Compiled with the processor, so with descriptors. */
  public static Path guarded(String name) {
    return guarded(name, List.of());
  }

  /** Compiled with the processor, against libraries. */
  public static Path guarded(String name, List<Path> libraries) {
    return COMPILED.computeIfAbsent(
        name,
        program ->
            compile(program, "guarded", List.of("-processorpath", processorPath()), libraries));
  }

  /**
   * Compiled with the processor, against one version of a framework; together with what is there
   * for that version, or for all of them ({@code okhttp} for {@code okhttp-5}).
   */
  public static Path guarded(String name, String framework) {
    return COMPILED.computeIfAbsent(
        name + " with " + framework,
        program ->
            compile(
                name,
                framework,
                List.of("-processorpath", processorPath()),
                ClassPath.framework(framework)));
  }

  /** Compiled without the processor: there are no descriptors. */
  public static Path plain(String name) {
    return COMPILED.computeIfAbsent(
        name + " without processor",
        program -> compile(name, "plain", List.of("-proc:none"), List.of()));
  }

  private static Path compile(
      String name, String kind, List<String> options, List<Path> libraries) {
    Path classes = Path.of("target/programs", kind, name);
    StringBuilder path = new StringBuilder(ClassPath.annotations().toString());
    libraries.forEach(library -> path.append(ClassPath.SEPARATOR).append(library));
    StringWriter messages = new StringWriter();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Files.createDirectories(classes);
      List<String> all = new ArrayList<>(options);
      all.addAll(List.of("--release", "17", "-parameters", "-d", classes.toString()));
      all.addAll(List.of("-cp", path.toString()));
      Set<Path> java = new LinkedHashSet<>(sourcesIn(name));
      java.addAll(sourcesIn(kind));
      java.addAll(sourcesIn(kind.replaceFirst("-[0-9.]+$", "")));
      if (!compiler
          .getTask(messages, files, null, all, null, files.getJavaFileObjectsFromPaths(java))
          .call()) {
        throw new IllegalStateException(name + " does not compile:\n" + messages);
      }
      return classes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> sourcesIn(String directory) throws IOException {
    Path sources = SOURCES.resolve(directory);
    if (!Files.isDirectory(sources)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(sources)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static String processorPath() {
    return System.getProperty("java.class.path");
  }
}
