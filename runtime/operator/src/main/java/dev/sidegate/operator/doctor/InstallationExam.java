package dev.sidegate.operator.doctor;

import dev.sidegate.engine.store.Schema;
import dev.sidegate.engine.store.SurveyedInstallation;
import dev.sidegate.operator.Shown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Whether the tables serve this version, what is closed, and what waits. */
final class InstallationExam {
  /** Engines seal once a minute. */
  private static final Duration SEALED_WITHIN = Duration.ofMinutes(10);

  private InstallationExam() {}

  static List<Finding> of(SurveyedInstallation tables, Instant now) {
    List<Finding> findings = new ArrayList<>();
    findings.add(version(tables));
    findings.add(
        tables.enabled()
            ? Finding.fine("Effects are allowed.")
            : Finding.wrong(
                "Everything is stopped.", "'list --switches' says why; 'resume' opens it."));
    if (!tables.nothingLost()) {
      findings.add(
          Finding.wrong(
              "A failover or restore keeps effects without a provider's promise closed.",
              "Compare with the providers' books, then 'resume --failover'."));
    }
    Instant sealed = tables.sealedAt();
    findings.add(
        sealed != null && sealed.isAfter(now.minus(SEALED_WITHIN))
            ? Finding.fine("The audit was sealed at " + Shown.time(sealed) + ".")
            : Finding.notice(
                "The audit was "
                    + (sealed == null ? "never sealed" : "last sealed at " + Shown.time(sealed))
                    + ".",
                "Engines do it once a minute while they run; 'audit anchor' does it now."));
    if (tables.inDoubt() > 0) {
      findings.add(
          Finding.notice(
              tables.inDoubt()
                  + " in doubt, the oldest since "
                  + Shown.time(tables.inDoubtSince())
                  + ".",
              "'list --held' says which of them wait for a person."));
    }
    if (tables.questions() > 0) {
      findings.add(
          Finding.notice(
              tables.questions() + " questions wait for a person.",
              "'list --state AWAITING_HUMAN'"));
    }
    return findings;
  }

  private static Finding version(SurveyedInstallation tables) {
    if (tables.schemaVersion() < Schema.VERSION) {
      return Finding.wrong(
          "The tables have version "
              + tables.schemaVersion()
              + ", this jar "
              + Schema.VERSION
              + ".",
          "As the schema's owner: migrate.");
    }
    return tables.servesFrom() > Schema.VERSION
        ? Finding.wrong(
            "The tables serve engines from version "
                + tables.servesFrom()
                + " on; this jar is of version "
                + Schema.VERSION
                + ".",
            "Use a newer jar.")
        : Finding.fine(
            "The tables have version "
                + tables.schemaVersion()
                + "; installation "
                + tables.id()
                + ".");
  }
}
