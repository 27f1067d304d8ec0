package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.AttemptStack;
import dev.sidegate.engine.gate.CallScopes;
import dev.sidegate.engine.gate.CarriedContext;
import dev.sidegate.engine.gate.Contexts;
import dev.sidegate.engine.gate.ReceiptKeeper;
import dev.sidegate.engine.gate.RunningAttempt;
import dev.sidegate.engine.gate.WatchLoss;
import dev.sidegate.engine.target.Targets;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions that come through the door. Protocol 1:
 *
 * <table>
 * <caption>Questions</caption>
 * <tr><th>question</th><th>arguments</th><th>answer</th></tr>
 * <tr><td>{@code enter}</td><td>Lookup of the woven class, method name, JVM descriptor, target or
 *     null, arguments</td><td>a token: run the body; or {@code Object[1]}: skip it and return this;
 *     any throwable: nothing ran</td></tr>
 * <tr><td>{@code exit}</td><td>token, result, thrown</td><td>{@code Object[]{result, thrown}} for
 *     the caller; never throws</td></tr>
 * <tr><td>{@code call}</td><td>the wish as a map, the body</td><td>the result</td></tr>
 * <tr><td>{@code attempt.current}</td><td></td><td>a handle, or null outside a body</td></tr>
 * <tr><td>{@code attempt.actionKey}, {@code .number}, {@code .deadline}, {@code
 *     .leased}</td><td>handle</td><td>String, Integer, Instant, Boolean</td></tr>
 * <tr><td>{@code attempt.receipt}, {@code .providerRequestId}</td><td>handle,
 *     id</td><td>null</td></tr>
 * <tr><td>{@code attempt.unwatched}, {@code .untied}</td><td>handle, what</td><td>null, or why it
 *     must not go on: that could not be written down</td></tr>
 * <tr><td>{@code scope.enter}</td><td>values</td><td>what was before</td></tr>
 * <tr><td>{@code scope.exit}</td><td>what was before</td><td>null</td></tr>
 * <tr><td>{@code target.constructed}, {@code .uncounted}, {@code .register}</td><td>as {@link
 *     Targets#answer} says</td><td>null; never throws</td></tr>
 * <tr><td>{@code planning.enter}</td><td></td><td>what was before</td></tr>
 * <tr><td>{@code planning.exit}</td><td>what was before</td><td>null</td></tr>
 * <tr><td>{@code defer}</td><td>a body with one guarded call</td><td>its operation; throws what
 *     refuses the call, or the body's own</td></tr>
 * <tr><td>{@code operation.status}</td><td>id</td><td>a map, as {@code dev.sidegate.OperationStatus}
 *     reads it</td></tr>
 * <tr><td>{@code operation.await}</td><td>id, Duration</td><td>the same; throws {@code
 *     InterruptedException}</td></tr>
 * <tr><td>{@code outbox.request}</td><td>a body with one guarded call</td><td>{@code id}, {@code
 *     statement} and {@code parameters} of an insertion; throws as {@code defer}</td></tr>
 * <tr><td>{@code completion.register}</td><td>a Function of such a map, which gives what was thrown
 *     or null</td><td>null</td></tr>
 * <tr><td>{@code context.capture}</td><td></td><td>what the thread knows, or null</td></tr>
 * <tr><td>{@code context.enter}</td><td>what was captured</td><td>what was before</td></tr>
 * <tr><td>{@code context.exit}</td><td>what was before</td><td>null</td></tr>
 * <tr><td>{@code verify}</td><td>the asking protocol, classes</td><td>findings; empty if all is
 *     guarded</td></tr>
 * </table>
 */
public final class Doorkeeper implements BiFunction<String, @Nullable Object[], @Nullable Object> {

  /** The newest protocol served; all older ones are too. */
  public static final int PROTOCOL = 1;

  private final WovenCalls woven;
  private final LambdaCalls lambdas;
  private final AttemptStack attempts;
  private final ReceiptKeeper receipts;
  private final CallScopes scopes;
  private final Targets targets;
  private final Contexts contexts;
  private final WatchLoss watch;
  private final OperationQuestions operations;
  private final CompletionListeners listeners;
  private final Weaving weaving;

  /** Answers from these. */
  public Doorkeeper(
      WovenCalls woven,
      LambdaCalls lambdas,
      AttemptStack attempts,
      ReceiptKeeper receipts,
      CallScopes scopes,
      Targets targets,
      WatchLoss watch,
      OperationQuestions operations,
      CompletionListeners listeners,
      Weaving weaving) {
    this.woven = woven;
    this.lambdas = lambdas;
    this.attempts = attempts;
    this.receipts = receipts;
    this.scopes = scopes;
    this.targets = targets;
    this.contexts = new Contexts(scopes, attempts);
    this.watch = watch;
    this.operations = operations;
    this.listeners = listeners;
    this.weaving = weaving;
  }

  @Override
  public @Nullable Object apply(String question, @Nullable Object[] with) {
    return switch (question) {
      case "enter" ->
          woven.enter(
              given(with, 0, MethodHandles.Lookup.class),
              given(with, 1, String.class),
              given(with, 2, String.class),
              with[3],
              given(with, 4, Object[].class));
      case "exit" -> woven.exit(given(with, 0, Object.class), with[1], (Throwable) with[2]);
      case "call" -> lambdas.call(given(with, 0, Map.class), given(with, 1, Callable.class));
      case "attempt.current" -> attempts.innermost();
      case "attempt.actionKey" -> attempt(with).actionKey();
      case "attempt.number" -> attempt(with).claim().attempt();
      case "attempt.deadline" -> attempt(with).claim().deadline();
      case "attempt.leased" -> attempt(with).leased();
      case "attempt.unwatched" -> unwatched(with);
      case "attempt.untied" -> untied(with);
      case "attempt.receipt" -> keepReceipt(with);
      case "attempt.providerRequestId" -> keepRequestId(with);
      case "scope.enter" -> scopes.enter(scope(given(with, 0, Map.class)));
      case "target.constructed", "target.uncounted", "target.register" ->
          targets.answer(question, with);
      case "scope.exit" -> leave((CallScopes.Known) with[0]);
      case "planning.enter" -> scopes.plan();
      case "planning.exit" -> leave((CallScopes.Known) with[0]);
      case "defer" -> operations.defer(given(with, 0, Callable.class));
      case "outbox.request" -> operations.request(given(with, 0, Callable.class));
      case "completion.register" -> register(given(with, 0, Function.class));
      case "operation.status" -> operations.status(given(with, 0, String.class));
      case "operation.await" ->
          operations.await(given(with, 0, String.class), given(with, 1, Duration.class));
      case "context.capture" -> contexts.capture();
      case "context.enter" -> contexts.enter(given(with, 0, CarriedContext.class));
      case "context.exit" -> exitContext(given(with, 0, Object.class));
      case "verify" -> verify(given(with, 0, Integer.class), given(with, 1, Class[].class));
      default ->
          throw new IllegalArgumentException(
              "this engine does not know the question '"
                  + question
                  + "'; upgrade sidegate-agent.jar to the version of sidegate-annotations");
    };
  }

  private List<String> verify(int protocol, Class<?>[] classes) {
    List<String> findings = new ArrayList<>();
    if (protocol > PROTOCOL) {
      findings.add(
          "sidegate-annotations speaks protocol "
              + protocol
              + ", this engine only "
              + PROTOCOL
              + "; upgrade sidegate-agent.jar");
    }
    findings.addAll(weaving.findings(List.of(classes)));
    return findings;
  }

  @SuppressWarnings("unchecked") // as dev.sidegate.Sidegate registers it
  private @Nullable Object register(Function<?, ?> listener) {
    listeners.register((Function<Map<String, @Nullable Object>, @Nullable Object>) listener);
    return null;
  }

  private static RunningAttempt attempt(@Nullable Object[] with) {
    return given(with, 0, RunningAttempt.class);
  }

  private @Nullable String unwatched(@Nullable Object[] with) {
    return watch.unwatched(attempt(with), given(with, 1, String.class)).orElse(null);
  }

  private @Nullable String untied(@Nullable Object[] with) {
    return watch.untied(attempt(with), given(with, 1, String.class)).orElse(null);
  }

  private @Nullable Object keepReceipt(@Nullable Object[] with) {
    receipts.keep(attempt(with), given(with, 1, String.class));
    return null;
  }

  private static @Nullable Object keepRequestId(@Nullable Object[] with) {
    attempt(with).keepRequestId(given(with, 1, String.class));
    return null;
  }

  private @Nullable Object leave(CallScopes.@Nullable Known outer) {
    scopes.leave(outer);
    return null;
  }

  private @Nullable Object exitContext(Object before) {
    contexts.exit(before);
    return null;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, String> scope(Map<?, ?> values) {
    return (Map<String, String>) values;
  }

  private static <T> T given(@Nullable Object[] with, int index, Class<T> type) {
    Object value = index < with.length ? with[index] : null;
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "argument " + index + " must be a " + type.getSimpleName() + ", not " + value);
    }
    return type.cast(value);
  }
}
