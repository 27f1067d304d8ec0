package dev.sidegate.processor;

import dev.sidegate.SideEffect;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;
import org.jspecify.annotations.NullMarked;

/** A compilation in this JVM, with the processor from this module's classes. */
public final class Build {
  private final JavaCompiler compiler;
  private final Path directory;
  private final boolean javac;
  private final List<String> options = new ArrayList<>();
  private final List<Processor> processors = new ArrayList<>();

  private Build(JavaCompiler compiler, Path directory, boolean javac) {
    this.javac = javac;
    this.compiler = compiler;
    this.directory = directory;
    processors.addAll(
        List.of(new SidegateProcessor(), new StrictProcessor(), new OverrideProcessor()));
    options.addAll(List.of("--release", "17"));
    classPath();
  }

  /** Compiles against the annotations and these; the tests' own path holds sources too. */
  Build classPath(Path... more) {
    List<String> entries = new ArrayList<>(List.of(jar(SideEffect.class), jar(NullMarked.class)));
    for (Path entry : more) {
      entries.add(entry.toString());
    }
    options.addAll(List.of("-classpath", String.join(File.pathSeparator, entries)));
    return this;
  }

  /** Where a class was loaded from. */
  static String jar(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** With this JVM's javac. */
  public static Build withJavac(Path directory) {
    return new Build(ToolProvider.getSystemJavaCompiler(), directory, true)
        .option("-Xmaxerrs", "10000", "-Xmaxwarns", "10000");
  }

  /** With Eclipse's compiler. */
  public static Build withEclipse(Path directory) {
    return new Build(new EclipseCompiler(), directory, false);
  }

  public Build option(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /** Other processors, in the order in which they are asked. */
  Build processors(Processor... instead) {
    processors.clear();
    processors.addAll(List.of(instead));
    return this;
  }

  /** What a compilation said and left behind. */
  public record Result(
      boolean success, List<Said> said, Path classes, Path generated, String output) {

    public List<Said> errors() {
      return said.stream().filter(one -> one.kind() == Diagnostic.Kind.ERROR).toList();
    }

    /** The generated files, by their path. */
    public Map<String, String> generatedFiles() {
      Map<String, String> files = new TreeMap<>();
      for (Path file : filesIn(generated)) {
        files.put(generated.relativize(file).toString(), read(file));
      }
      return files;
    }

    public String everythingSaid() {
      StringBuilder text = new StringBuilder(output);
      said.forEach(one -> text.append(one).append('\n'));
      return text.toString();
    }
  }

  /** One message. */
  public record Said(Diagnostic.Kind kind, String path, long line, String message) {}

  public Result compile(Sources sources) {
    Path classes = directory.resolve("classes");
    Path generated = directory.resolve("generated");
    try {
      Files.createDirectories(classes);
      Files.createDirectories(generated);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-d", classes.toString(), "-s", generated.toString()));
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    StringWriter output = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(said, Locale.ROOT, null)) {
      JavaCompiler.CompilationTask task =
          compiler.getTask(
              output,
              files,
              said,
              all,
              null,
              files.getJavaFileObjectsFromPaths(sources.writeTo(directory.resolve("src"))));
      task.setProcessors(processors);
      boolean success = task.call();
      return new Result(
          success,
          said.getDiagnostics().stream().map(this::said).toList(),
          classes,
          generated,
          output.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Said said(Diagnostic<? extends JavaFileObject> one) {
    JavaFileObject source = one.getSource();
    String path = source == null ? "" : Path.of(source.toUri()).toString();
    // Javac indents all lines of a message but the first.
    String message = one.getMessage(Locale.ROOT).replace("\n  ", "\n");
    return new Said(
        one.getKind(), path, one.getLineNumber(), javac ? message : one.getMessage(Locale.ROOT));
  }

  static List<Path> filesIn(Path directory) {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
