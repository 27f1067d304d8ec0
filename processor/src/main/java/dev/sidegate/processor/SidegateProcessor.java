package dev.sidegate.processor;

import com.google.auto.service.AutoService;
import dev.sidegate.processor.guard.ClassReader;
import dev.sidegate.processor.guard.GuardedClass;
import dev.sidegate.processor.report.Finding;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.report.Printer;
import dev.sidegate.processor.source.Classes;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.write.DescriptorCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Proves every guarded class and writes its descriptor. Isolating: a class is judged by what is
 * reachable from it, and its descriptor has it as the one originating element.
 *
 * <p>A class in which something is unresolved is read again in the next round, by its name, because
 * elements of an earlier round are stale. What can be judged in it is reported at once.
 */
@AutoService(Processor.class)
public final class SidegateProcessor extends AbstractProcessor {
  private static final Set<String> ANNOTATIONS =
      Set.of(
          "dev.sidegate.SideEffect",
          "dev.sidegate.RequiresApproval",
          "dev.sidegate.Reconciles",
          "dev.sidegate.ProviderContract",
          "dev.sidegate.KeyType",
          "dev.sidegate.PerAttempt",
          "dev.sidegate.FreeText",
          "dev.sidegate.Sensitive",
          "dev.sidegate.ReadOnly",
          "dev.sidegate.Generated");
  private static final Set<String> OF_METHODS =
      Set.of("dev.sidegate.SideEffect", "dev.sidegate.RequiresApproval", "dev.sidegate.Reconciles");

  private final Set<String> waiting = new LinkedHashSet<>();
  private @Nullable Printer printer;

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return ANNOTATIONS;
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    printer = new Printer(environment.getMessager());
  }

  /**
   * Claims its annotations: they are nobody else's business, no foreign one is among them, and an
   * unclaimed one is a warning of {@code -Xlint:processing}.
   */
  @Override
  @SuppressWarnings("DoNotClaimAnnotations")
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    Language language =
        new Language(
            processingEnv.getElementUtils(), processingEnv.getTypeUtils(), round.processingOver());
    Classes classes = new Classes(language);
    for (TypeElement type : due(annotations, round)) {
      read(language, classes, type);
    }
    if (round.processingOver() && !round.errorRaised()) {
      reportWaiting();
    }
    return true;
  }

  private List<TypeElement> due(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    Set<String> names = new LinkedHashSet<>(waiting);
    waiting.clear();
    List<TypeElement> due = new ArrayList<>();
    for (TypeElement annotation : annotations) {
      if (OF_METHODS.contains(annotation.getQualifiedName().toString())) {
        for (Element method : round.getElementsAnnotatedWith(annotation)) {
          names.add(Language.owner(method).getQualifiedName().toString());
        }
      }
    }
    for (String name : names) {
      TypeElement type = processingEnv.getElementUtils().getTypeElement(name);
      if (type != null) {
        due.add(type);
      }
    }
    return due;
  }

  private void read(Language language, Classes classes, TypeElement type) {
    ClassReader.Reading reading = ClassReader.read(language, classes, type);
    print(reading.findings());
    if (reading.unresolved()) {
      waiting.add(type.getQualifiedName().toString());
    }
    reading.guarded().ifPresent(this::write);
  }

  private void write(GuardedClass guarded) {
    try {
      // Always written anew: what an earlier compilation left behind says nothing of this one.
      DescriptorCode.of(guarded).writeTo(processingEnv.getFiler());
    } catch (IOException failure) {
      print(
          List.of(
              Finding.of(
                  Message.NOT_WRITTEN,
                  Place.of(guarded.source()),
                  guarded.descriptorName(),
                  failure.toString(),
                  "see to it that nothing else writes this class")));
    }
  }

  /** What stayed unresolved and that the compiler has not reported would go unguarded. */
  private void reportWaiting() {
    for (String name : waiting) {
      TypeElement type = processingEnv.getElementUtils().getTypeElement(name);
      if (type != null) {
        print(
            List.of(
                Finding.of(
                    Message.NOT_WRITTEN,
                    Place.of(type),
                    name,
                    "something in it stayed unresolved to the end",
                    "look for a missing class")));
      }
    }
  }

  private void print(List<Finding> findings) {
    java.util.Objects.requireNonNull(printer, "init comes first").print(findings);
  }
}
