package dev.sidegate.processor;

import com.google.auto.service.AutoService;
import dev.sidegate.ReadOnly;
import dev.sidegate.SideEffect;
import dev.sidegate.processor.report.Finding;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.report.Printer;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import dev.sidegate.processor.source.TypeText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Demands in strict builds that every tool says whether it acts. Owns the options, so that they are
 * known in modules without tools too, and claims nothing: the tools' annotations are their
 * frameworks'.
 */
@AutoService(Processor.class)
public final class StrictProcessor extends AbstractProcessor {
  static final String OPTION = "sidegate.strict";

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("*");
  }

  @Override
  public Set<String> getSupportedOptions() {
    return Set.of(OPTION, ToolAnnotations.OPTION);
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    Map<String, String> options = environment.getOptions();
    Printer printer = new Printer(environment.getMessager());
    String strict = options.getOrDefault(OPTION, "false");
    if (!strict.equals("true") && !strict.equals("false")) {
      printer.print(List.of(fault(OPTION, strict, "write -A" + OPTION + "=true")));
    }
    ToolAnnotations.fault(options)
        .ifPresent(
            noName ->
                printer.print(
                    List.of(
                        fault(
                            ToolAnnotations.OPTION,
                            noName,
                            "name annotations in full, separated by commas: com.acme.Tool,com.acme.Action"))));
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    Map<String, String> options = processingEnv.getOptions();
    if (options.getOrDefault(OPTION, "false").equals("true")) {
      List<String> tools = ToolAnnotations.names(options);
      Findings findings = new Findings();
      for (TypeElement annotation : annotations) {
        if (tools.contains(annotation.getQualifiedName().toString())) {
          for (Element tool : round.getElementsAnnotatedWith(annotation)) {
            if (tool.getKind() == ElementKind.METHOD) {
              demandDecided((ExecutableElement) tool, annotation, findings);
            }
          }
        }
      }
      new Printer(processingEnv.getMessager()).print(findings.all());
    }
    return false;
  }

  private static void demandDecided(
      ExecutableElement tool, TypeElement annotation, Findings findings) {
    String name = Language.name(tool);
    if (!Mark.isOn(tool, SideEffect.class) && !Mark.isOn(tool, ReadOnly.class)) {
      findings.add(
          Message.STRICT_UNDECIDED, Place.of(tool), name, annotation.getSimpleName().toString());
    }
    boolean stage =
        Language.is(tool.getReturnType(), CompletionStage.class)
            || Language.is(tool.getReturnType(), CompletableFuture.class);
    if (stage) {
      findings.add(
          Message.STRICT_STAGE,
          Place.of(tool),
          name,
          annotation.getSimpleName().toString(),
          TypeText.simple(tool.getReturnType()));
    }
  }

  private static Finding fault(String option, String value, String remedy) {
    return Finding.of(Message.OPTION, Place.COMPILATION, option, value, remedy);
  }
}
