package dev.sidegate.operator.policy;

import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.engine.store.PolicyRecord;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.Confirmation;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Accepts a looser policy that a program proposed. */
@Command(
    name = "accept",
    description = {
      "Accepts the looser policy that a program proposed for an effect, and that waits.",
      "Shows both, and asks for the effect's name. Questions under the old policy become void."
    })
public final class AcceptCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private Confirmation confirmation = new Confirmation();

  @Parameters(paramLabel = "EFFECT", description = "Its name.")
  private String effect = "";

  @Override
  public Integer call() {
    return new StoreSession(database.target()).ask(this::accept);
  }

  private int accept(OperatorStore store) {
    PolicyRecord policy =
        store
            .policy(effect)
            .orElseThrow(
                () ->
                    Fault.refused(
                        "There is no effect " + effect + ".",
                        "An effect is known from the first call of a program that owns it."));
    String proposed = policy.proposed();
    if (proposed == null) {
      throw Fault.refused(
          "No policy of the effect " + effect + " waits.",
          "Tighter ones are in force at once; version " + policy.version() + " is.");
    }
    Answers answers = common.answers();
    answers.plain("In force, version " + policy.version() + ": " + shown(policy.policy()));
    answers.plain(
        "Waits since %s, proposed by %s: %s"
            .formatted(
                Shown.time(policy.proposedAt()), Shown.text(policy.proposedBy()), shown(proposed)));
    confirmation.ask(answers, effect, "accept it");
    if (!store.acceptPolicy(effect, proposed)) {
      throw Fault.refused(
          "Nothing was accepted: another policy waits by now.", "Look again, then decide.");
    }
    PolicyRecord now = store.policy(effect).orElseThrow();
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("effect", effect);
    document.put("version", now.version());
    document.put("policy", now.policy());
    answers.document(document);
    answers.plain("Accepted: effect " + effect + " runs under version " + now.version() + ".");
    return ExitCode.DONE.code();
  }

  private static String shown(String policy) {
    return policy.isEmpty() ? "nobody is asked" : Shown.text(policy);
  }
}
