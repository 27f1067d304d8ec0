package dev.sidegate.agent.start;

import dev.sidegate.agent.wire.WatchedAttempt;
import dev.sidegate.agent.wire.Wire;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The agent's end of the door. Answers alone what needs no engine, refuses classes that could not
 * catch a held call, and hands everything else to the engine, which starts with the first question
 * that needs it.
 */
final class AgentDoor
    implements BiFunction<String, @Nullable Object[], @Nullable Object>,
        Supplier<@Nullable WatchedAttempt> {
  private final LazyEngine engine;
  private final Verification verification;
  private final Refusal refusal = new Refusal();
  private final Wire wire = new Wire(this);

  AgentDoor(LazyEngine engine, Verification verification) {
    this.engine = engine;
    this.verification = verification;
  }

  @Override
  public @Nullable Object apply(String question, @Nullable Object[] with) {
    return switch (question) {
      case "enter" -> enter(question, (MethodHandles.Lookup) with[0], with);
      case "refused" -> throw refusal.of((MethodHandles.Lookup) with[0], (String) with[1]);
      case "verify" -> verification.findings((Integer) with[0], List.of((Class<?>[]) with[1]));
      case "attempt.current" -> engine.isStarted() ? engine.door().apply(question, with) : null;
      case "wire.request", "wire.leaving", "wire.leaving.head" -> wire.answer(question, with[0]);
      default -> engine.door().apply(question, with);
    };
  }

  /** The attempt of this thread, for the wire. */
  @Override
  public @Nullable WatchedAttempt get() {
    return EngineAttempt.of(apply("attempt.current", new Object[0]));
  }

  private @Nullable Object enter(
      String question, MethodHandles.Lookup woven, @Nullable Object[] with) {
    refusal.ofClassesWithoutAnnotations(woven);
    BiFunction<String, @Nullable Object[], @Nullable Object> door;
    try {
      door = engine.door();
    } catch (EngineStartException notStarted) {
      throw refusal.of(woven, notStarted.reason(), notStarted.getCause());
    }
    return door.apply(question, with);
  }
}
