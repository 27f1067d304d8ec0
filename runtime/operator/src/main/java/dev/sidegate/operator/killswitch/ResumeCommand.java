package dev.sidegate.operator.killswitch;

import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.store.FailoverGate;
import dev.sidegate.engine.store.IntentRecord;
import dev.sidegate.engine.store.KillSwitch;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.engine.store.SwitchTarget;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.Confirmation;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.Reason;
import dev.sidegate.operator.Shown;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Opens the action boundary again. */
@Command(
    name = "resume",
    description = {
      "Lets agents act again.",
      "Shows what that releases, and asks for the effect's name before it does it."
    })
public final class ResumeCommand implements Callable<Integer> {
  private static final String EVERYTHING = "everything";
  private static final String FAILOVER = "failover";
  private static final int COUNTED = 1000;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private TargetOptions what = new TargetOptions();
  @Mixin private Reason reason = new Reason();

  @Mixin private Confirmation confirmation = new Confirmation();

  @Option(
      names = "--failover",
      description = "After a failover or restore: effects whose provider promises nothing.")
  private boolean failover;

  @Override
  public Integer call() {
    String why = reason.text();
    if (failover && !what.target().equals(SwitchTarget.EVERYTHING)) {
      throw Fault.usage("--failover is about all effects and scopes.", "Leave --effect out.");
    }
    return new StoreSession(database.target())
        .ask(store -> failover ? resumeAfterFailover(store, why) : resume(store, why));
  }

  private int resume(OperatorStore store, String why) {
    Answers answers = common.answers();
    SwitchTarget target = what.target();
    Switches before = new Switches(store.switches());
    if (before.isOpen(target)) {
      answers.document(document(target, before));
      answers.plain("Not stopped: " + TargetOptions.shown(target) + ".");
      before.stillClosing(target).forEach(row -> answers.plain("But " + Switches.shown(row)));
      return ExitCode.DONE.code();
    }
    release(answers, store, target, before);
    confirmation.ask(
        answers,
        target.effect().equals(SwitchTarget.EVERY) ? EVERYTHING : target.effect(),
        "resume");
    store.resume(target, why);
    Switches after = new Switches(store.switches());
    answers.document(document(target, after));
    answers.heading("Resumed: " + TargetOptions.shown(target) + ".");
    after.stillClosing(target).forEach(row -> answers.plain("But " + Switches.shown(row)));
    return ExitCode.DONE.code();
  }

  private static void release(
      Answers answers, OperatorStore store, SwitchTarget target, Switches before) {
    before.row(target).ifPresent(row -> answers.plain(Switches.shown(row)));
    answers.plain(
        "This releases new calls of " + TargetOptions.shown(target) + ". Of those before:");
    counts(store, target).forEach(answers::plain);
  }

  /** What is there that a call or a dispatcher may start, by state. */
  private static List<String> counts(OperatorStore store, SwitchTarget target) {
    return List.of(
        "  "
            + count(store, IntentState.FAILED_RETRYABLE, target)
            + " that failed and may be tried again",
        "  " + count(store, IntentState.AUTHORIZED, target) + " that wait in the queue",
        "  "
            + count(store, IntentState.UNKNOWN, target)
            + " in doubt, as far as their providers take a repetition");
  }

  private static String count(OperatorStore store, IntentState state, SwitchTarget target) {
    List<IntentRecord> found = store.list(state, null, COUNTED);
    long concerned =
        found.stream().filter(intent -> Switches.concerns(target, intent.key())).count();
    return (found.size() == COUNTED ? "at least " : "") + concerned;
  }

  private int resumeAfterFailover(OperatorStore store, String why) {
    Answers answers = common.answers();
    FailoverGate gate =
        store
            .failoverGate()
            .orElseThrow(
                () ->
                    Fault.refused(
                        "The database has no row about failovers, and counts as closed.",
                        "Look why it was deleted; 'migrate' writes it in a new database."));
    if (gate.open()) {
      answers.document(Map.of("failover", SwitchList.view(gate)));
      answers.plain("Not closed by a failover.");
      return ExitCode.DONE.code();
    }
    answers.plain(
        "Closed since %s by %s: %s"
            .formatted(
                Shown.time(gate.changedAt()),
                Shown.text(gate.changedBy()),
                Shown.text(gate.reason())));
    answers.plain("Claims may be lost that nobody remembers. Compare with the providers' books.");
    answers.plain("This releases effects that are neither keyed nor idempotent. Of all before:");
    counts(store, SwitchTarget.EVERYTHING).subList(0, 2).forEach(answers::plain);
    confirmation.ask(answers, FAILOVER, "resume");
    store.resumeAfterFailover(why);
    answers.document(Map.of("failover", store.failoverGate().map(SwitchList::view).orElseThrow()));
    answers.heading("Resumed after the failover.");
    return ExitCode.DONE.code();
  }

  private static Map<String, Object> document(SwitchTarget target, Switches switches) {
    List<KillSwitch> closing = switches.stillClosing(target);
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("resumed", Map.of("effect", target.effect(), "scope", target.scope()));
    document.put("stillClosed", closing.stream().map(Switches::view).toList());
    return document;
  }
}
