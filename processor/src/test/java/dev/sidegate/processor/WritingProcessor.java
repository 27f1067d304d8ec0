package dev.sidegate.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** Somebody else's processor: writes given classes in its first round. */
final class WritingProcessor extends AbstractProcessor {
  private final Map<String, String> classes;
  private boolean written;

  WritingProcessor(Map<String, String> classes) {
    this.classes = new TreeMap<>(classes);
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("*");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    if (!written) {
      written = true;
      classes.forEach(this::write);
    }
    return false;
  }

  private void write(String name, String code) {
    try (Writer writer = processingEnv.getFiler().createSourceFile(name).openWriter()) {
      writer.write(code);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
