package dev.sidegate.operator.audit;

import dev.sidegate.engine.settings.Durations;
import dev.sidegate.engine.settings.EffectSettings;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.store.OperatorStore;
import dev.sidegate.engine.store.Pruned;
import dev.sidegate.engine.store.Retention;
import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.DatabaseOptions;
import dev.sidegate.operator.database.StoreSession;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Leaves tombstones of what is settled and old. */
@Command(
    name = "prune",
    description = {
      "Removes payload, result, attempts and audit events of operations that were settled long"
          + " ago.",
      "A tombstone of each stays, and the same call still finds that it is done. Doubt, what was",
      "abandoned and what waits for a person is never pruned; nothing goes that no anchor sealed."
    },
    footer = {
      "",
      "How long is kept: sidegate.effects.EFFECT.retention, 90d unless it is set; or --older-than."
    })
public final class PruneCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--effect",
      paramLabel = "EFFECT",
      description = "Only this one; else all, and the events of processes that ended long ago.")
  private @Nullable String effect;

  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      description = "Instead of the settings: 90d, 24h …")
  private @Nullable String olderThan;

  @Option(names = "--dry-run", description = "Only count.")
  private boolean dry;

  @Override
  public Integer call() {
    Retention retention = retention();
    Count count = new StoreSession(database.target()).ask(store -> prune(store, retention));
    Answers answers = common.answers();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("dryRun", dry);
    document.put("operations", count.operations);
    document.put("processes", count.processes);
    answers.document(document);
    answers.plain(
        (dry ? "Would be pruned: " : "Pruned: ")
            + count.operations
            + " operations, "
            + count.processes
            + " ended processes.");
    return ExitCode.DONE.code();
  }

  private Count prune(OperatorStore store, Retention retention) {
    if (!dry) {
      AnchorCommand.sealAll(store::seal);
    }
    Count count = new Count();
    UUID after = new UUID(0, 0);
    Pruned step;
    do {
      step = store.prune(retention, after, dry);
      after = step.last();
      count.operations += step.intents();
      count.processes += step.processes();
    } while (step.examined() > 0);
    return count;
  }

  private Retention retention() {
    if (olderThan != null) {
      try {
        return new Retention(effect, Map.of(), Durations.parse(olderThan));
      } catch (IllegalArgumentException wrong) {
        throw Fault.usage("--older-than: " + wrong.getMessage(), "");
      }
    }
    Settings settings = database.settings();
    Map<String, Duration> byEffect = new HashMap<>();
    for (Map.Entry<String, EffectSettings> set : settings.effects().entrySet()) {
      byEffect.put(set.getKey(), set.getValue().retention());
    }
    // Of an effect that nobody set anything for.
    return new Retention(effect, byEffect, settings.effect("").retention());
  }

  private static final class Count {
    private long operations;
    private long processes;
  }
}
