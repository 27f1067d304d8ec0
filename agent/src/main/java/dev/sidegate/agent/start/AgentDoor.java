package dev.sidegate.agent.start;

import dev.sidegate.engine.target.Targets;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The agent's end of the door. Answers alone what needs no engine, refuses classes that could not
 * catch a held call, and hands everything else to the engine, which starts with the first question
 * that needs it.
 */
final class AgentDoor implements BiFunction<String, @Nullable Object[], @Nullable Object> {
  private final LazyEngine engine;
  private final Verification verification;
  private final WovenJdk jdk;
  private final LazyTargets targets;
  private final FirstTarget first;
  private final AroundCalls around;
  private final Refusal refusal = new Refusal();

  AgentDoor(
      LazyEngine engine,
      Verification verification,
      WovenJdk jdk,
      LazyTargets targets,
      AroundCalls around) {
    this.engine = engine;
    this.first = new FirstTarget(engine);
    this.verification = verification;
    this.jdk = jdk;
    this.targets = targets;
    this.around = around;
  }

  @Override
  public @Nullable Object apply(String question, @Nullable Object[] with) {
    jdk.takeUp();
    if (question.startsWith("wire.") || question.startsWith("carry.")) {
      return jdk.answer(question, with);
    }
    if (question.startsWith("framework.")) {
      return around.answer(question, with);
    }
    return switch (question) {
      case "enter" -> enter((MethodHandles.Lookup) with[0], with);
      case "exit" -> around.exit(engine.door(), with);
      case "refused" -> throw refusal.of((MethodHandles.Lookup) with[0], (String) with[1]);
      case "verify" -> verification.findings((Integer) with[0], List.of((Class<?>[]) with[1]));
      case "attempt.current" -> engine.isStarted() ? engine.door().apply(question, with) : null;
      case "target.constructed" -> constructed((MethodHandles.Lookup) with[0], with[1]);
      case "target.uncounted" -> targets.get().answer(question, with);
      case "target.register" -> registered(question, with);
      default -> engine.door().apply(question, with);
    };
  }

  private @Nullable Object constructed(MethodHandles.Lookup woven, @Nullable Object object) {
    around.beforeTheFirstCall();
    boolean proxy =
        object != null
            && object.getClass().getName().startsWith(woven.lookupClass().getName() + "$$");
    // A proxy ends in an object of the class itself.
    if (object != null && !proxy && targets.get().constructed(woven, object)) {
      first.built();
    }
    return null;
  }

  private @Nullable Object registered(String question, @Nullable Object[] with) {
    Object answer = targets.get().answer(question, with);
    first.built();
    return answer;
  }

  private @Nullable Object enter(MethodHandles.Lookup woven, @Nullable Object[] with) {
    around.beforeTheFirstCall();
    refusal.ofClassesWithoutAnnotations(woven);
    BiFunction<String, @Nullable Object[], @Nullable Object> door;
    try {
      door = engine.door();
    } catch (EngineStartException notStarted) {
      throw refusal.of(woven, notStarted.reason(), notStarted.getCause());
    }
    return around.enter(door, woven, with);
  }

  /** The targets that are counted and registered, made with the first of them. */
  static final class LazyTargets {
    private volatile @Nullable Targets made;

    Targets get() {
      Targets targets = made;
      return targets != null ? targets : make();
    }

    private synchronized Targets make() {
      Targets targets = made;
      if (targets == null) {
        targets = new Targets();
        made = targets;
      }
      return targets;
    }
  }
}
