package dev.sidegate.operator.intent;

import dev.sidegate.engine.store.Decision;
import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.Reason;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets one other payload correct an operation that is finished. */
@Command(
    name = "supersede",
    description = {
      "Lets one other payload correct an operation that is finished.",
      "The next call of the same key with exactly that payload runs, once, with an action key of"
          + " its own."
    },
    footer = {"", "HASH is the SHA-256 over the payload's canonical bytes: 64 hexadecimal digits."})
public final class SupersedeCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private Reason reason = new Reason();
  @Mixin private DecisionOptions decision = new DecisionOptions();

  @Parameters(paramLabel = "OPERATION", description = "The finished one.")
  private UUID operation = new UUID(0, 0);

  @Option(
      names = "--payload",
      paramLabel = "HASH",
      required = true,
      description = "SHA-256 of the payload that may correct it.")
  private String payload = "";

  @Override
  public Integer call() {
    Decision.Supersede said = new Decision.Supersede(hash());
    String why = reason.text();
    IntentRecord intent =
        new StoreSession(database.target())
            .ask(store -> decision.decide(store, operation, said, why));
    Answers answers = common.answers();
    answers.document(IntentView.of(intent));
    answers.plain("Operation " + operation + " is " + ListCommand.state(intent) + ", as before.");
    answers.plain("The payload " + payload + " may correct it, once.");
    return ExitCode.DONE.code();
  }

  private byte[] hash() {
    try {
      byte[] hash = HexFormat.of().parseHex(payload);
      if (hash.length == 32) {
        return hash;
      }
    } catch (IllegalArgumentException noHexadecimalDigits) {
      // Told below, with the other ways to be wrong.
    }
    throw Fault.usage(
        "'" + payload + "' is no SHA-256.",
        "It has 64 hexadecimal digits; 'show' prints an operation's own.");
  }
}
