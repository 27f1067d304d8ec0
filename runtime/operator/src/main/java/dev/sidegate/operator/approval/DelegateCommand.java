package dev.sidegate.operator.approval;

import dev.sidegate.engine.approval.ApprovalPolicy;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.DatabaseOptions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets somebody else decide in one's place, for a while. */
@Command(
    name = "delegate",
    description = {
      "Lets somebody else decide in your place, until a time; a past time ends it.",
      "What he decides is shown as \"he for you\", and counts as one person with you."
    })
public final class DelegateCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--to",
      paramLabel = "LOGIN",
      required = true,
      description = "Who decides in your place.")
  private String person = "";

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      required = true,
      description = "In which role; you have to be in it.")
  private String role = "";

  @Option(
      names = "--until",
      paramLabel = "TIME",
      required = true,
      description = "Such as 2026-12-24T18:00:00Z.")
  private Instant until = Instant.EPOCH;

  @Override
  public Integer call() {
    String checked = checked(role);
    boolean delegated =
        new ApproverSession(database.target())
            .ask((approvals, store) -> store.delegate(person, checked, until));
    if (!delegated) {
      throw Fault.refused(
          "This login is not in the role " + checked + ".", "Nobody gives away what he has not.");
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("to", person);
    document.put("role", checked);
    document.put("until", until.toString());
    Answers answers = common.answers();
    answers.document(document);
    answers.plain(
        person + " decides in your place as " + checked + " until " + until + ", with --for YOU.");
    return ExitCode.DONE.code();
  }

  private static String checked(String role) {
    try {
      return ApprovalPolicy.checkRole(role);
    } catch (IllegalArgumentException wrong) {
      throw Fault.usage(String.valueOf(wrong.getMessage()), "");
    }
  }
}
