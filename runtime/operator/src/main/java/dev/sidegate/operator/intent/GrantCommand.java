package dev.sidegate.operator.intent;

import dev.sidegate.engine.key.ShownKey;
import dev.sidegate.engine.settings.Durations;
import dev.sidegate.engine.store.Decision;
import dev.sidegate.engine.store.HeldGrant;
import dev.sidegate.engine.store.HeldIntent;
import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.Confirmation;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.Reason;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives one operation, or many after an outage, more budget. */
@Command(
    name = "grant",
    description = {
      "Gives more budget: to one operation, or to all of an effect whose budget is used up.",
      "It lets nothing run that doubt or a contradiction keeps from running."
    },
    footer = {
      "",
      "Without --attempts and --deadline: 4 more attempts, and 15 minutes from now on.",
      "Of an effect, it shows what that releases, and asks for the effect's name before it does it."
    })
public final class GrantCommand implements Callable<Integer> {
  private static final int DEFAULT_ATTEMPTS = 4;
  private static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(15);
  private static final String EXHAUSTED = "exhausted";
  private static final int SHOWN = 10;
  private static final int COUNTED = 1000;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private Reason reason = new Reason();
  @Mixin private DecisionOptions decision = new DecisionOptions();
  @Mixin private Confirmation confirmation = new Confirmation();

  @Parameters(paramLabel = "OPERATION", arity = "0..1", description = "One operation.")
  private @Nullable UUID operation;

  @Option(names = "--effect", paramLabel = "E", description = "All of this effect that are held.")
  private @Nullable String effect;

  @Option(names = "--scope", paramLabel = "S", description = "With --effect: only in this scope.")
  private @Nullable String scope;

  @Option(names = "--attempts", paramLabel = "N", description = "So many more.")
  private @Nullable Integer attempts;

  @Option(
      names = "--deadline",
      paramLabel = "DURATION",
      description = "From now on at least for so long: 15m, 24h …")
  private @Nullable String deadline;

  @Override
  public Integer call() {
    if ((operation == null) == (effect == null) || (scope != null && effect == null)) {
      throw Fault.usage(
          "Name one OPERATION, or --effect E, perhaps in a --scope.",
          "'list --held' shows what waits.");
    }
    Decision.Grant grant = grant();
    String why = reason.text();
    StoreSession session = new StoreSession(database.target());
    UUID one = operation;
    return one != null
        ? session.ask(store -> one(store, one, grant, why))
        : session.ask(store -> many(store, grant, why));
  }

  private int one(OperatorStore store, UUID one, Decision.Grant grant, String why) {
    IntentRecord intent = decision.decide(store, one, grant, why);
    Answers answers = common.answers();
    answers.document(IntentView.of(intent));
    answers.plain(
        "Operation %s has %d attempts left, until %s, and is %s."
            .formatted(
                one,
                Math.max(0, intent.maxAttempts() - intent.attempts()),
                Shown.time(intent.deadline()),
                ListCommand.state(intent)));
    NextSteps.of(intent).forEach(answers::plain);
    return ExitCode.DONE.code();
  }

  private int many(OperatorStore store, Decision.Grant grant, String why) {
    String of = String.valueOf(effect);
    Answers answers = common.answers();
    List<IntentRecord> released =
        store.held(of, null, COUNTED).stream()
            .map(HeldIntent::intent)
            .filter(intent -> EXHAUSTED.equals(intent.holdReason()))
            .filter(intent -> scope == null || scope.equals(intent.key().scope()))
            .toList();
    answers.plain(
        (released.size() == COUNTED ? "More than " : "")
            + released.size()
            + " operations of effect "
            + of
            + " have used up their budget.");
    released.stream()
        .limit(SHOWN)
        .forEach(
            intent ->
                answers.plain(
                    "  %s  %s  %s"
                        .formatted(
                            intent.operation(), intent.state(), ShownKey.of(intent.key().key()))));
    if (released.size() > SHOWN) {
      answers.plain("  …");
    }
    if (!released.isEmpty()) {
      confirmation.ask(answers, of, "grant them " + shown(grant));
    }
    List<UUID> granted = store.grant(new HeldGrant(decision.id(), of, scope, grant, why));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("batch", decision.id().toString());
    document.put("granted", granted.stream().map(UUID::toString).toList());
    answers.document(document);
    answers.plain("Granted: " + granted.size() + " operations.");
    return ExitCode.DONE.code();
  }

  private Decision.Grant grant() {
    try {
      if (attempts == null && deadline == null) {
        return new Decision.Grant(DEFAULT_ATTEMPTS, DEFAULT_DEADLINE);
      }
      return new Decision.Grant(
          attempts == null ? 0 : attempts,
          deadline == null ? Duration.ZERO : Durations.parse(deadline));
    } catch (IllegalArgumentException wrong) {
      throw Fault.usage(String.valueOf(wrong.getMessage()), "");
    }
  }

  private static String shown(Decision.Grant grant) {
    return grant.attempts() + " attempts and " + grant.deadline().toMinutes() + " minutes";
  }
}
