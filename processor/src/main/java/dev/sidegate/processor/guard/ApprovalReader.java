package dev.sidegate.processor.guard;

import dev.sidegate.ApprovalRule;
import dev.sidegate.RequiresApproval;
import dev.sidegate.processor.guard.GuardedMethod.Approval;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/** Reads who has to say yes, and refuses approvals that could not work. */
final class ApprovalReader {
  private final Language language;
  private final ExecutableElement method;
  private final Findings findings;

  ApprovalReader(Language language, ExecutableElement method, Findings findings) {
    this.language = language;
    this.method = method;
    this.findings = findings;
  }

  /** Refuses an approval of nothing. */
  void demandNone() {
    Mark.on(method, RequiresApproval.class, language)
        .ifPresent(mark -> findings.add(Message.APPROVAL_WITHOUT_EFFECT, mark.place()));
  }

  /** The approval that an effect needs, if any. */
  Optional<Approval> read(Mark effect) {
    return Mark.on(method, RequiresApproval.class, language).map(mark -> read(mark, effect));
  }

  private Approval read(Mark mark, Mark effect) {
    String role = mark.text("role");
    if (role.isBlank()) {
      findings.add(Message.APPROVAL_ROLE, mark.place("role"));
    }
    String mode = mark.constant("mode");
    if (mode.equals("CANCEL_WINDOW") && effect.flag("irreversible")) {
      findings.add(Message.APPROVAL_IRREVERSIBLE, mark.place("mode"));
    }
    String expiresIn = mark.text("expiresIn");
    if (mark.says("expiresIn")) {
      Durations.fault(expiresIn)
          .ifPresent(
              fault -> findings.add(Message.DURATION, mark.place("expiresIn"), expiresIn, fault));
    }
    return new Approval(role, mode, rule(mark, mode.equals("BY_EXCEPTION")), expiresIn);
  }

  private String rule(Mark mark, boolean byException) {
    TypeElement rule = Language.element(mark.type("unless"));
    boolean none = rule.getQualifiedName().contentEquals(ApprovalRule.class.getName());
    if (none && byException) {
      refuse(
          mark,
          "mode",
          "BY_EXCEPTION lets cases pass that a rule names, and there is none",
          "add unless = YourRule.class");
    } else if (!none && !byException) {
      refuse(
          mark,
          "unless",
          "a rule decides with BY_EXCEPTION only; here it would be ignored",
          "set mode = ApprovalMode.BY_EXCEPTION, or drop the rule");
    } else if (!none) {
      demandUsable(mark, rule);
    }
    return none ? "" : language.binaryName(rule);
  }

  private void demandUsable(Mark mark, TypeElement rule) {
    String name = rule.getSimpleName().toString();
    boolean inner =
        rule.getEnclosingElement() instanceof TypeElement
            && !rule.getModifiers().contains(Modifier.STATIC);
    boolean isClass = rule.getKind() == ElementKind.CLASS || rule.getKind() == ElementKind.RECORD;
    if (!isClass || rule.getModifiers().contains(Modifier.ABSTRACT) || inner) {
      refuse(
          mark, "unless", name + " cannot be built by itself", "make it a static, concrete class");
    } else if (!isBuiltByAnybody(rule)) {
      refuse(
          mark,
          "unless",
          name + " has no public constructor without parameters",
          "make the class public and add the constructor");
    }
  }

  private static boolean isBuiltByAnybody(TypeElement rule) {
    for (Element e = rule; e instanceof TypeElement; e = e.getEnclosingElement()) {
      if (e.getModifiers().contains(Modifier.PRIVATE)) {
        return false;
      }
    }
    for (Element member : rule.getEnclosedElements()) {
      if (member.getKind() == ElementKind.CONSTRUCTOR
          && ((ExecutableElement) member).getParameters().isEmpty()) {
        // The constructor that the compiler adds has the access of its class.
        return member.getModifiers().contains(Modifier.PUBLIC);
      }
    }
    return false;
  }

  private void refuse(Mark mark, String member, String reason, String remedy) {
    findings.add(Message.APPROVAL_RULE, mark.place(member), reason, remedy);
  }
}
