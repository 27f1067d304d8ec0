package dev.sidegate.operator.audit;

import dev.sidegate.engine.audit.AuditStore.Sealed;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Seals the audit now. */
@Command(
    name = "anchor",
    description = "Seals what no anchor has sealed yet. Engines do so once a minute by themselves.")
public final class AnchorCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Override
  public Integer call() {
    long[] made = new StoreSession(database.target()).ask(store -> sealAll(store::seal));
    Answers answers = common.answers();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("anchors", made[0]);
    document.put("chains", made[1]);
    answers.document(document);
    answers.plain(
        made[0] == 0
            ? "Nothing waits to be sealed."
            : made[1] + " chains are sealed by " + made[0] + " new anchors.");
    return ExitCode.DONE.code();
  }

  /** As many anchors as it takes; how many, and over how many chains. */
  static long[] sealAll(Supplier<Sealed> seal) {
    long anchors = 0;
    long chains = 0;
    Sealed sealed;
    do {
      sealed = seal.get();
      anchors += sealed.chains() > 0 ? 1 : 0;
      chains += sealed.chains();
    } while (sealed.more());
    return new long[] {anchors, chains};
  }
}
