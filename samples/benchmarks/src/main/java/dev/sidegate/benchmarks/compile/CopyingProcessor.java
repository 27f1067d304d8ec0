package dev.sidegate.benchmarks.compile;

import dev.sidegate.SideEffect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * The control: proves nothing, and writes for each guarded class a file that lies ready. What it
 * costs is the compiler's price for such a class, whoever writes it.
 */
public final class CopyingProcessor extends AbstractProcessor {
  static final String OPTION = "ready";

  @Override
  public Set<String> getSupportedOptions() {
    return Set.of(OPTION);
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("dev.sidegate.SideEffect", "dev.sidegate.ProviderContract");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    String ready = processingEnv.getOptions().get(OPTION);
    if (ready != null) {
      Set<TypeElement> owners = new LinkedHashSet<>();
      for (Element method : round.getElementsAnnotatedWith(SideEffect.class)) {
        owners.add((TypeElement) method.getEnclosingElement());
      }
      owners.forEach(owner -> copy(Path.of(ready), owner));
    }
    return false;
  }

  private void copy(Path ready, TypeElement owner) {
    String name = "Sidegate_" + owner.getSimpleName();
    try (Writer file =
        processingEnv.getFiler().createSourceFile("shop." + name, owner).openWriter()) {
      file.write(Files.readString(ready.resolve(name + ".java")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
