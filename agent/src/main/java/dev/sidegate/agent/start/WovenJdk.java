package dev.sidegate.agent.start;

import dev.sidegate.agent.carry.CarriedClasses;
import dev.sidegate.agent.carry.Carrying;
import dev.sidegate.agent.weave.ClassPart;
import dev.sidegate.agent.weave.JdkWeaving;
import dev.sidegate.agent.wire.WatchedAttempt;
import dev.sidegate.agent.wire.WatchedClasses;
import dev.sidegate.agent.wire.Wire;
import dev.sidegate.engine.gate.RunningAttempt;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the JDK that are woven with the first guarded call, and what answers them. Until
 * the engine has started there is nothing to carry and nothing to watch.
 */
final class WovenJdk implements Supplier<@Nullable WatchedAttempt> {
  private volatile @Nullable JdkWeaving weaving;
  private volatile @Nullable Answers answers;

  private record Answers(
      BiFunction<String, @Nullable Object[], @Nullable Object> engine,
      Wire wire,
      Carrying carrying) {}

  /** Weaves them; to be called once. */
  void weave(Instrumentation instrumentation) {
    List<ClassPart> parts = new ArrayList<>(WatchedClasses.ALL);
    parts.addAll(CarriedClasses.ALL);
    weaving = JdkWeaving.weave(instrumentation, parts, WatchedClasses.OPENED);
  }

  /** Answers from this engine from now on. */
  void answerFrom(BiFunction<String, @Nullable Object[], @Nullable Object> engine) {
    answers =
        new Answers(
            engine,
            new Wire(this, this::isWhole),
            new Carrying(engine, Carrying.schedulerOfVirtualThreads()));
  }

  /** Whether everything is woven that was to be. */
  boolean isWhole() {
    JdkWeaving woven = weaving;
    return woven != null && woven.isWhole();
  }

  /** This thread takes up what it was started with. */
  void takeUp() {
    Answers from = answers;
    if (from != null) {
      from.carrying().takeUp();
    }
  }

  /** The answer to a question of a woven class. */
  @Nullable Object answer(String question, @Nullable Object[] with) {
    Answers from = answers;
    if (from == null) {
      return asItIs(question, with);
    }
    return question.startsWith("wire.")
        ? from.wire().answer(question, with)
        : from.carrying().answer(question, with);
  }

  /** Some questions ask for what to take in place of their first argument. */
  private static @Nullable Object asItIs(String question, @Nullable Object[] with) {
    return switch (question) {
      case "wire.request", "wire.headers", "wire.sending", "carry.task", "carry.stage" -> with[0];
      default -> null;
    };
  }

  /** The attempt that this thread works for. */
  @Override
  public @Nullable WatchedAttempt get() {
    Answers from = answers;
    if (from == null) {
      return null;
    }
    Object attempt = from.engine().apply("attempt.current", new Object[0]);
    return attempt instanceof RunningAttempt running
        ? new EngineAttempt(running, from.engine())
        : null;
  }
}
