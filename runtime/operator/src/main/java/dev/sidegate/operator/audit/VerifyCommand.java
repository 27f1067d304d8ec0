package dev.sidegate.operator.audit;

import dev.sidegate.engine.audit.AuditExport;
import dev.sidegate.engine.audit.AuditFinding;
import dev.sidegate.engine.audit.AuditReport;
import dev.sidegate.engine.audit.AuditVerifier;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.Table;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verifies the audit, in the database or in an export. */
@Command(
    name = "verify",
    description = {
      "Names every row of the audit that was edited, deleted, reordered or cut off.",
      "Computes every hash anew; an export is verified without the database."
    },
    footer = {
      "",
      "Exit codes: 0 intact, 1 something is not as it was written.",
      "Who may write everything can write another history; only anchors kept elsewhere show that:",
      "  audit export --to FILE now and then, on another machine, and later",
      "  audit verify --kept FILE"
    })
public final class VerifyCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--file",
      paramLabel = "EXPORT",
      description = "Verify this export instead of the database.")
  private @Nullable Path file;

  @Option(
      names = "--kept",
      paramLabel = "EXPORT",
      description = "An earlier export: its anchors have to be there still.")
  private @Nullable Path kept;

  @Override
  public Integer call() {
    AuditReport report = report();
    Answers answers = common.answers();
    answers.document(document(report));
    tell(answers, report);
    return (report.isIntact() ? ExitCode.DONE : ExitCode.REFUSED).code();
  }

  private AuditReport report() {
    AuditVerifier verifier = new AuditVerifier();
    try {
      if (kept != null) {
        try (Reader lines = Files.newBufferedReader(kept)) {
          AuditExport.anchors(lines, verifier::expect);
        }
      }
      if (file != null) {
        try (Reader lines = Files.newBufferedReader(file)) {
          return AuditExport.verify(lines, verifier);
        }
      }
    } catch (IOException unreadable) {
      throw Fault.usage(
              "An export cannot be read: " + unreadable.getMessage(),
              "It is a file that 'audit export --to FILE' wrote.")
          .because(unreadable);
    }
    return new StoreSession(database.target())
        .ask(
            store -> {
              store.readAudit(verifier);
              return verifier.finish();
            });
  }

  private static void tell(Answers answers, AuditReport report) {
    answers.heading(
        report.isIntact()
            ? "The audit is intact."
            : "The audit is not as it was written: " + report.allFindings() + " findings.");
    answers.say(
        report.events()
            + " events in "
            + report.chains()
            + " chains, sealed by "
            + report.anchors()
            + " anchors; "
            + report.unsealed()
            + " chains wait for the next anchor, "
            + report.pruned()
            + " were pruned behind one.");
    if (report.isIntact()) {
      return;
    }
    Table table = new Table("CHAIN", "EVENT", "ANCHOR", "WHAT");
    for (AuditFinding finding : report.findings()) {
      table.row(
          shown(finding.chain()),
          shown(finding.sequence()),
          shown(finding.anchor()),
          Shown.text(finding.what()));
    }
    answers.table(table);
    if (report.allFindings() > report.findings().size()) {
      answers.say("And more of them.");
    }
  }

  private static String shown(@Nullable Object value) {
    return value == null ? Shown.NOTHING : value.toString();
  }

  private static Map<String, Object> document(AuditReport report) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("intact", report.isIntact());
    document.put("chains", report.chains());
    document.put("events", report.events());
    document.put("anchors", report.anchors());
    document.put("unsealed", report.unsealed());
    document.put("pruned", report.pruned());
    document.put("allFindings", report.allFindings());
    document.put("findings", report.findings().stream().map(VerifyCommand::view).toList());
    return document;
  }

  private static Map<String, @Nullable Object> view(AuditFinding finding) {
    Map<String, @Nullable Object> view = new LinkedHashMap<>();
    view.put("chain", finding.chain() == null ? null : finding.chain().toString());
    view.put("event", finding.sequence());
    view.put("anchor", finding.anchor());
    view.put("what", finding.what());
    return view;
  }
}
