package dev.sidegate.operator.killswitch;

import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.store.KillSwitch;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.engine.store.SwitchTarget;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.Reason;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
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
  private static final int COUNTED = 1000;

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private TargetOptions what = new TargetOptions();
  @Mixin private Reason reason = new Reason();

  @Option(names = "--yes", description = "Do not ask. For scripts.")
  private boolean yes;

  @Override
  public Integer call() {
    String why = reason.text();
    return new StoreSession(database.target()).ask(store -> resume(store, why));
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
    if (!yes) {
      confirm(answers, target);
    }
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
    long waiting =
        store.list(IntentState.FAILED_RETRYABLE, null, COUNTED).stream()
            .filter(intent -> Switches.concerns(target, intent.key()))
            .count();
    answers.plain(
        "This releases new calls of "
            + TargetOptions.shown(target)
            + (waiting == 0
                ? "."
                : ", and "
                    + (waiting == COUNTED ? "more than " : "")
                    + waiting
                    + " of them that failed and may be tried again."));
  }

  private static void confirm(Answers answers, SwitchTarget target) {
    String name = target.effect().equals(SwitchTarget.EVERY) ? EVERYTHING : target.effect();
    answers.prompt("Type '" + name + "' to resume: ");
    if (!name.equals(readLine())) {
      throw Fault.refused(
          "Not resumed: '" + name + "' was not typed.", "In scripts give --yes instead.");
    }
  }

  private static String readLine() {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
      String line = in.readLine();
      return line == null ? "" : line.strip();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Map<String, Object> document(SwitchTarget target, Switches switches) {
    List<KillSwitch> closing = switches.stillClosing(target);
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("resumed", Map.of("effect", target.effect(), "scope", target.scope()));
    document.put("stillClosed", closing.stream().map(Switches::view).toList());
    return document;
  }
}
