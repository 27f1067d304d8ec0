package dev.sidegate.processor.guard;

import dev.sidegate.ReadOnly;
import dev.sidegate.RequiresApproval;
import dev.sidegate.SideEffect;
import dev.sidegate.key.KeyTemplate;
import dev.sidegate.processor.guard.GuardedMethod.Approval;
import dev.sidegate.processor.guard.GuardedMethod.Argument;
import dev.sidegate.processor.guard.GuardedMethod.Result;
import dev.sidegate.processor.key.KeyText;
import dev.sidegate.processor.key.Parameter;
import dev.sidegate.processor.key.TemplateReader;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Reads one method with {@code @SideEffect}; finds every fault of it that is one of its own. */
final class MethodReader {
  private static final Pattern EFFECT_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,99}");

  private final Round round;
  private final TypeElement type;
  private final ExecutableElement method;
  private final Findings findings;
  private final String fromPackage;

  MethodReader(Round round, TypeElement type, ExecutableElement method, Findings findings) {
    this.round = round;
    this.type = type;
    this.method = method;
    this.findings = findings;
    this.fromPackage = round.language().packageOf(type);
  }

  /**
   * The method, if it is guarded and can be described; an error found does not always prevent it.
   */
  Optional<GuardedMethod> read() {
    Optional<Mark> effect = Mark.on(method, SideEffect.class, round.language());
    ApprovalReader approvals = new ApprovalReader(round.language(), method, findings);
    if (effect.isEmpty()) {
      approvals.demandNone();
      return Optional.empty();
    }
    Mark mark = effect.get();
    if (!demandGuardable(mark)) {
      return Optional.empty();
    }
    return read(mark, approvals.read(mark));
  }

  private Optional<GuardedMethod> read(Mark mark, Optional<Approval> approval) {
    List<Parameter> parameters = parameters();
    ArgumentReader argumentReader = new ArgumentReader(round, fromPackage, findings);
    List<Argument> arguments = argumentReader.read(parameters);
    TemplateReader templates =
        new TemplateReader(
            round.language(),
            round.classes(),
            fromPackage,
            Language.name(method),
            parameters,
            argumentReader.refused(),
            findings);
    Optional<KeyTemplate> template = templates.parseKey(mark.text("key"), mark.place("key"));
    Optional<String> effect = effect(mark, template);
    Optional<KeyText> key = template.flatMap(text -> templates.proveKey(text, mark.place("key")));
    Optional<KeyText> scope = templates.proveQualifier(mark.text("scope"), mark.place("scope"));
    Optional<KeyText> order = templates.proveQualifier(mark.text("order"), mark.place("order"));
    ResultReader results = new ResultReader(round, fromPackage, method, findings);
    Result result = results.read();
    GuardedMethod.Provider provider =
        new ContractReader(round.language(), mark, findings).read(effect.orElse(""));
    demandNotDeferred(mark, argumentReader);
    if (effect.isEmpty() || key.isEmpty() || scope.isEmpty() || order.isEmpty()) {
      return Optional.empty();
    }
    Warnings warnings = new Warnings(mark, method, findings);
    warnings.ofNames(template.orElseThrow());
    warnings.ofRevision(template.orElseThrow(), provider);
    warnings.ofMonitor();
    return Optional.of(
        new GuardedMethod(
            method.getSimpleName().toString(),
            round.language().descriptor(method),
            effect.get(),
            new Overrides(round.language(), findings).owner(type, method, mark, effect.get()),
            key.get(),
            scope.get(),
            order.get(),
            arguments,
            result,
            argumentReader.isPerAttempt(),
            argumentReader.isSensitive() || results.isSensitive(),
            mark.flag("irreversible"),
            mark.constant("execution"),
            provider,
            approval,
            Optional.empty()));
  }

  private boolean demandGuardable(Mark mark) {
    boolean bodiless =
        method.getModifiers().contains(Modifier.ABSTRACT)
            || method.getModifiers().contains(Modifier.NATIVE);
    if (bodiless) {
      findings.add(Message.METHOD_ABSTRACT, mark.place(), Language.name(method));
      return false;
    }
    List<? extends VariableElement> parameters = method.getParameters();
    if (!parameters.isEmpty()
        && Language.is(
            parameters.get(parameters.size() - 1).asType(), "kotlin.coroutines.Continuation")) {
      findings.add(Message.METHOD_SUSPEND, mark.place());
      return false;
    }
    Mark.on(method, ReadOnly.class, round.language())
        .ifPresent(
            readOnly ->
                findings.add(Message.METHOD_READ_ONLY, readOnly.place(), Language.name(method)));
    return true;
  }

  private List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>();
    for (VariableElement parameter : method.getParameters()) {
      parameters.add(new Parameter(parameters.size(), parameter));
    }
    return parameters;
  }

  private Optional<String> effect(Mark mark, Optional<KeyTemplate> key) {
    String named = mark.text("effect");
    if (named.isEmpty() && !mark.says("effect")) {
      if (key.isEmpty()) {
        return Optional.empty();
      }
      Optional<String> effect = key.get().effect();
      if (effect.isEmpty()) {
        findings.add(Message.EFFECT_MISSING, mark.place("key"));
        return Optional.empty();
      }
      return checked(effect.get(), mark.place("key"));
    }
    return checked(named, mark.place("effect"));
  }

  private Optional<String> checked(String effect, Place place) {
    if (EFFECT_NAME.matcher(effect).matches()) {
      return Optional.of(effect);
    }
    findings.add(Message.EFFECT_NAME, place, effect);
    return Optional.empty();
  }

  private void demandNotDeferred(Mark mark, ArgumentReader arguments) {
    Optional<Mark> approval = Mark.on(method, RequiresApproval.class, round.language());
    boolean outbox = mark.constant("execution").equals("OUTBOX");
    if ((outbox || approval.isPresent()) && arguments.isPerAttempt()) {
      findings.add(
          Message.METHOD_DEFERRED,
          outbox ? mark.place("execution") : approval.orElseThrow().place(),
          Language.name(method),
          outbox ? "execution = OUTBOX" : "@RequiresApproval",
          arguments.leftOut());
    }
  }
}
