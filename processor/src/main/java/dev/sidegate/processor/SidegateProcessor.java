package dev.sidegate.processor;

import com.google.auto.service.AutoService;
import dev.sidegate.processor.guard.ClassReader;
import dev.sidegate.processor.guard.GuardedClass;
import dev.sidegate.processor.key.KeyTypes;
import dev.sidegate.processor.report.Finding;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.report.Printer;
import dev.sidegate.processor.source.Classes;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.UnresolvedException;
import dev.sidegate.processor.write.DescriptorCode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.FilerException;
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
  private static final String KEY_TYPE = "dev.sidegate.KeyType";
  private static final Set<String> OF_METHODS =
      Set.of("dev.sidegate.SideEffect", "dev.sidegate.RequiresApproval", "dev.sidegate.Reconciles");
  private static final Set<String> ANNOTATIONS =
      Set.of(
          "dev.sidegate.SideEffect",
          "dev.sidegate.RequiresApproval",
          "dev.sidegate.Reconciles",
          "dev.sidegate.ProviderContract",
          KEY_TYPE,
          "dev.sidegate.PerAttempt",
          "dev.sidegate.FreeText",
          "dev.sidegate.Sensitive",
          "dev.sidegate.ReadOnly",
          "dev.sidegate.Generated");

  private final Map<String, TypeElement> met = new HashMap<>();
  private final Set<String> waiting = new TreeSet<>();
  private final Set<String> waitingKeyTypes = new TreeSet<>();
  private final Set<String> keyTypes = new TreeSet<>();
  private @Nullable Printer printer;
  private @Nullable DescriptorCode code;

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
    loadAnnotations();
    met.clear();
    collect(annotations, round);
    Language language =
        new Language(
            processingEnv.getElementUtils(), processingEnv.getTypeUtils(), round.processingOver());
    Classes classes = new Classes(language, keyTypes);
    KeyTypes types = new KeyTypes(language, classes);
    again(waitingKeyTypes, type -> judge(types, type));
    again(waiting, type -> read(language, classes, type));
    if (round.processingOver() && !round.errorRaised()) {
      reportWaiting();
    }
    return true;
  }

  /**
   * Javac fills in the defaults of an annotation's class file only after the class is complete: one
   * that is first met inside another's defaults has no values yet.
   */
  private void loadAnnotations() {
    for (String name : ANNOTATIONS) {
      TypeElement annotation = processingEnv.getElementUtils().getTypeElement(name);
      if (annotation != null) {
        annotation.getEnclosedElements();
      }
    }
  }

  /** The name of a class of this round, whose element need not be looked up again. */
  private String met(TypeElement type) {
    String name = type.getQualifiedName().toString();
    met.put(name, type);
    return name;
  }

  private void collect(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (TypeElement annotation : annotations) {
      String name = annotation.getQualifiedName().toString();
      for (Element element : round.getElementsAnnotatedWith(annotation)) {
        if (OF_METHODS.contains(name)) {
          waiting.add(met(Language.owner(element)));
        } else if (name.equals(KEY_TYPE)) {
          keyTypes.add(met((TypeElement) element));
          waitingKeyTypes.add(met((TypeElement) element));
        }
      }
    }
  }

  /** Looks at each class that waits, in the order of their names; it may come to wait again. */
  private void again(Set<String> names, Consumer<TypeElement> look) {
    Set<String> due = new TreeSet<>(names);
    names.clear();
    for (String name : due) {
      TypeElement type = met.get(name);
      if (type == null) {
        type = processingEnv.getElementUtils().getTypeElement(name);
      }
      if (type != null) {
        look.accept(type);
      }
    }
  }

  private void judge(KeyTypes types, TypeElement type) {
    Findings findings = new Findings();
    try {
      types.judge(type, findings);
    } catch (UnresolvedException later) {
      waitingKeyTypes.add(type.getQualifiedName().toString());
    }
    print(findings.all());
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
      if (code == null) {
        code = new DescriptorCode();
      }
      code.write(guarded, processingEnv.getFiler());
    } catch (FilerException taken) {
      reportNotWritten(
          guarded.source(),
          "there is a class " + guarded.descriptorName() + " already",
          "give that class another name; names that begin with Sidegate_ are the descriptors'");
    } catch (IOException failure) {
      reportNotWritten(
          guarded.source(), failure.toString(), "see to it that nothing else writes this class");
    }
  }

  /** What stayed unresolved, and that the compiler has not reported, would go unguarded. */
  private void reportWaiting() {
    again(
        new TreeSet<>(waiting),
        type ->
            reportNotWritten(
                type, "something in it stayed unresolved to the end", "look for a missing class"));
  }

  private void reportNotWritten(TypeElement type, String reason, String remedy) {
    print(
        List.of(
            Finding.of(Message.NOT_WRITTEN, Place.of(type), type.getSimpleName(), reason, remedy)));
  }

  private void print(List<Finding> findings) {
    Objects.requireNonNull(printer, "init comes first").print(findings);
  }
}
