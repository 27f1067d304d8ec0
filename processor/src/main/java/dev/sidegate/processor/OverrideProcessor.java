package dev.sidegate.processor;

import com.google.auto.service.AutoService;
import dev.sidegate.processor.guard.Overrides;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Printer;
import dev.sidegate.processor.source.Language;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * Finds overrides that drop the guard. They carry no annotation, so every class has to be looked
 * at; one without a guarded ancestor costs a look at its superclass.
 */
@AutoService(Processor.class)
public final class OverrideProcessor extends AbstractProcessor {

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
    Language language =
        new Language(
            processingEnv.getElementUtils(), processingEnv.getTypeUtils(), round.processingOver());
    Findings findings = new Findings();
    Overrides overrides = new Overrides(language, findings);
    for (Element root : round.getRootElements()) {
      if (root instanceof TypeElement type) {
        overrides.demandGuards(type);
      }
    }
    new Printer(processingEnv.getMessager()).print(findings.all());
    return false;
  }
}
