package dev.sidegate.processor.guard;

import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.KeyTemplate.Hole;
import dev.sidegate.key.KeyTemplate.Step;
import dev.sidegate.processor.report.Finding;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.source.Mark;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/** What can be right and seldom is. */
final class Warnings {
  private static final Set<String> OF_ATTEMPTS =
      Set.of(
          "nonce",
          "attempt",
          "attempts",
          "attemptno",
          "attemptnumber",
          "retry",
          "retries",
          "retrycount",
          "timestamp",
          "now",
          "random",
          "traceid",
          "spanid",
          "requestid",
          "correlationid",
          "invocationid",
          "callid",
          "toolcallid",
          "messageid");
  private static final List<String> OF_REVISIONS =
      List.of(
          "revision",
          "version",
          "etag",
          "sequence",
          "generation",
          "updated",
          "modified",
          "trigger");
  private static final Set<String> SHORT_REVISIONS = Set.of("rev", "seq", "no");

  private final Mark effect;
  private final ExecutableElement method;
  private final Findings findings;

  Warnings(Mark effect, ExecutableElement method, Findings findings) {
    this.effect = effect;
    this.method = method;
    this.findings = findings;
  }

  /** Names of values that change with each attempt. */
  void ofNames(KeyTemplate key) {
    for (Hole hole : key.holes()) {
      Step last = hole.path().get(hole.path().size() - 1);
      if (!hole.isScope()
          && OF_ATTEMPTS.contains(last.name().toLowerCase(Locale.ROOT).replace("_", ""))) {
        findings.add(
            Finding.in(
                Message.NAME_OF_ATTEMPT,
                effect.place("key"),
                key.text(),
                last.offset(),
                last.name()));
      }
    }
  }

  /** An idempotent effect that would not happen when a value comes back. */
  void ofRevision(KeyTemplate key, GuardedMethod.Provider provider) {
    if (provider.idempotent() && key.holes().stream().noneMatch(Warnings::isRevision)) {
      findings.add(Message.IDEMPOTENT_WITHOUT_REVISION, effect.place("key"));
    }
  }

  /** A claim that waits inside a monitor. */
  void ofMonitor() {
    if (method.getModifiers().contains(Modifier.SYNCHRONIZED)) {
      boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
      String monitor = isStatic ? "the class" : "its object";
      findings.add(Message.SYNCHRONIZED, effect.place(), monitor);
    }
  }

  private static boolean isRevision(Hole hole) {
    if (hole.isScope()) {
      return hole.isTrigger();
    }
    String name = hole.path().get(hole.path().size() - 1).name().toLowerCase(Locale.ROOT);
    return SHORT_REVISIONS.contains(name) || OF_REVISIONS.stream().anyMatch(name::contains);
  }
}
