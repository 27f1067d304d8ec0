package dev.sidegate;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The entry point for application code. Holds no state; asks the engine of this JVM. */
public final class Sidegate {
  private Sidegate() {}

  /**
   * Stops a program that would run unguarded: call it first in {@code main}, with the classes that
   * carry {@link SideEffect} methods.
   *
   * <p>Tests without an agent set the system property {@code sidegate.unguarded} to {@code allow}:
   * then this method only prints one line, and nothing is guarded.
   *
   * @throws IllegalStateException if this JVM has no agent, the agent is older than these
   *     annotations, or one of the classes is refused or not woven; the message lists each finding
   *     and its remedy
   */
  @SuppressWarnings("unchecked")
  public static void verify(Class<?>... guarded) {
    if (!Door.present()) {
      allowUnguarded();
      return;
    }
    List<String> findings =
        (List<String>) Door.demand("verify", Door.PROTOCOL, (Object) guarded.clone());
    if (!findings.isEmpty()) {
      throw new IllegalStateException(
          "Sidegate does not guard this program:\n  " + String.join("\n  ", findings));
    }
  }

  private static void allowUnguarded() {
    if (!"allow".equals(System.getProperty("sidegate.unguarded"))) {
      throw new IllegalStateException(
          "Sidegate is not in this JVM, so nothing is guarded. Start it with"
              + " -javaagent:sidegate-agent.jar");
    }
    System.err.println(
        "SIDEGATE IS OFF: nothing is guarded, because -Dsidegate.unguarded=allow is set");
  }

  /**
   * Begins a guarded call without weaving.
   *
   * <pre>{@code
   * String id = Sidegate.effect("refund")
   *     .key("refund:{}:{}", orderId, refundNo)
   *     .payload(refund)
   *     .returning(String.class)
   *     .call(() -> provider.refund(refund));
   * }</pre>
   *
   * @param effect the name of the effect
   */
  public static EffectCall.Named effect(String effect) {
    return new EffectCall.Named(effect);
  }

  /**
   * Says that calls without a caller, such as a {@link Reconciles} method that a timer asks, run on
   * this object, for its class and the classes that it extends. Without it, only a class of which
   * exactly one object was ever built has a target. After two different objects of one class there
   * is none. The object is not kept alive.
   *
   * @return the object, so that it can be built and named in one expression
   */
  public static <T> T target(T object) {
    Objects.requireNonNull(object, "object");
    if (Door.present()) {
      Door.ask("target.register", object);
    }
    return object;
  }

  /**
   * Lets something be planned, rehearsed or explained, and nothing be done: inside, every guarded
   * call is held with status {@code stopped}, one whose result is stored already too.
   *
   * <pre>{@code
   * Plan plan = Sidegate.planning(() -> agent.plan(wish));
   * }</pre>
   *
   * <p>With the agent it holds in the threads and executors that the body hands work to, also after
   * the body has returned; without it, in this thread. Without an engine it only runs: then nothing
   * is guarded.
   *
   * @throws Exception what the body throws
   */
  public static <T extends @Nullable Object> T planning(Callable<T> body) throws Exception {
    Objects.requireNonNull(body, "body");
    if (!Door.present()) {
      return body.call();
    }
    Object outer = Door.ask("planning.enter");
    try {
      return body.call();
    } finally {
      Door.ask("planning.exit", outer);
    }
  }

  /** The same for a body without a result. */
  public static void planning(Runnable body) {
    Objects.requireNonNull(body, "body");
    try {
      planning(
          () -> {
            body.run();
            return null;
          });
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception impossible) {
      throw new AssertionError("a Runnable throws no checked exception", impossible);
    }
  }

  /**
   * A wish that is known by its id, to be looked at. Changes nothing; an id that nobody knows is
   * answered too, by its {@link Operation#status()}.
   *
   * @param id as {@link EffectHeldException#operation()} or {@link Operation#id()} gave it
   */
  public static Operation operation(String id) {
    return new Operation(id);
  }

  /**
   * Queues the one guarded call that the body makes, instead of running it here: the engine runs it
   * soon, in this process or another one, after the yes that its policy asks for.
   *
   * <pre>{@code
   * Operation refund = Sidegate.defer(() -> refunds.refund(order, 1));
   * }</pre>
   *
   * <p>The call itself gives no result: to the body it throws, or returns a failed stage. Nothing
   * is queued unless the body makes exactly one guarded call and ends with it, so do nothing after
   * it. A wish that exists already gives its operation, whatever became of it, and nothing new is
   * queued. It has to be an annotated method whose arguments can be stored: a lambda and one with
   * {@link PerAttempt} values cannot run later.
   *
   * @return the wish's operation; durable when this returns
   * @throws IllegalStateException if the body makes no guarded call, or more than one; nothing is
   *     queued then
   * @throws EffectHeldException if the call is refused: other payload, kill switch, validation, no
   *     database
   * @throws EffectUnavailableException if there is no engine in this JVM; the body does not run
   * @throws Exception what the body throws of its own; nothing is queued then
   */
  public static Operation defer(Callable<?> body) throws Exception {
    Objects.requireNonNull(body, "body");
    return new Operation((String) Door.demand("defer", body));
  }

  /**
   * Tells this listener how queued and approved wishes of the guarded classes in use here ended,
   * until the JVM ends. It is kept alive; {@link CompletionListener} says how it may also be found.
   *
   * @throws EffectUnavailableException if there is no engine in this JVM
   */
  public static void onCompletion(CompletionListener listener) {
    Objects.requireNonNull(listener, "listener");
    Door.ask(
        "completion.register",
        (Function<Map<String, @Nullable Object>, @Nullable Throwable>)
            outcome -> {
              try {
                listener.completed(OperationStatus.of(outcome));
                return null;
              } catch (Throwable thrown) {
                return thrown;
              }
            });
  }

  /** The same for a body without a result. */
  public static Operation defer(Runnable body) {
    Objects.requireNonNull(body, "body");
    try {
      return defer(
          (Callable<?>)
              () -> {
                body.run();
                return null;
              });
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception impossible) {
      throw new AssertionError("a Runnable throws no checked exception", impossible);
    }
  }
}
