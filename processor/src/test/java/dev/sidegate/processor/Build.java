package dev.sidegate.processor;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
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

/** A compilation in this JVM, with the processor from this module's classes. */
final class Build {
  private final JavaCompiler compiler;
  private final Path directory;
  private final List<String> options = new ArrayList<>();
  private final List<Processor> processors = new ArrayList<>();

  private Build(JavaCompiler compiler, Path directory) {
    this.compiler = compiler;
    this.directory = directory;
    processors.add(new SidegateProcessor());
    options.addAll(List.of("--release", "17"));
    options.addAll(List.of("-classpath", System.getProperty("java.class.path")));
  }

  /** With this JVM's javac. */
  static Build withJavac(Path directory) {
    return new Build(ToolProvider.getSystemJavaCompiler(), directory);
  }

  /** With Eclipse's compiler. */
  static Build withEclipse(Path directory) {
    return new Build(new EclipseCompiler(), directory);
  }

  Build option(String... more) {
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
  record Result(boolean success, List<Said> said, Path classes, Path generated, String output) {

    List<Said> errors() {
      return said.stream().filter(one -> one.kind() == Diagnostic.Kind.ERROR).toList();
    }

    /** The generated files, by their path. */
    Map<String, String> generatedFiles() {
      Map<String, String> files = new TreeMap<>();
      for (Path file : filesIn(generated)) {
        files.put(generated.relativize(file).toString(), read(file));
      }
      return files;
    }

    String everythingSaid() {
      StringBuilder text = new StringBuilder(output);
      said.forEach(one -> text.append(one).append('\n'));
      return text.toString();
    }
  }

  /** One message. */
  record Said(Diagnostic.Kind kind, String file, long line, String message) {}

  Result compile(Sources sources) {
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
          said.getDiagnostics().stream().map(Build::said).toList(),
          classes,
          generated,
          output.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Said said(Diagnostic<? extends JavaFileObject> one) {
    JavaFileObject source = one.getSource();
    String file = source == null ? "" : Path.of(source.toUri()).getFileName().toString();
    return new Said(one.getKind(), file, one.getLineNumber(), one.getMessage(Locale.ROOT));
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
