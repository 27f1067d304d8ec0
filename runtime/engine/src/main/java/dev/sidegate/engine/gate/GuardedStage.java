package dev.sidegate.engine.gate;

import dev.sidegate.EffectStatus;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.operation.FoundOperation;
import dev.sidegate.engine.operation.Operations;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A body that returned a stage goes on until the stage completes; then it is settled, on the
 * engine's executor, and only then is the caller's dependent stage completed. Where the call is to
 * run later, the dependent stage waits until the operation is over. Cancelling the dependent stage
 * cancels nothing outside.
 */
public final class GuardedStage {
  private final Departure departure;
  private final Operations operations;
  private final Executor executor;

  /** Settles and completes on this executor. */
  public GuardedStage(Departure departure, Operations operations, Executor executor) {
    this.departure = departure;
    this.operations = operations;
    this.executor = executor;
  }

  /** What to give to the caller in place of the body's stage. */
  public CompletableFuture<@Nullable Object> of(
      RunningAttempt attempt, CompletionStage<?> body, HeldCallTranslation held) {
    CompletableFuture<@Nullable Object> dependent = new CompletableFuture<>();
    body.whenCompleteAsync(
        (result, thrown) ->
            complete(
                dependent,
                attempt.call(),
                thrown == null
                    ? departure.returned(attempt, result)
                    : departure.threw(attempt, unwrapped(thrown)),
                held),
        executor);
    return dependent;
  }

  /** What to give to a caller whose body did not run. */
  public CompletableFuture<@Nullable Object> of(
      GuardedCall call, HeldCallException held, HeldCallTranslation translation) {
    CompletableFuture<@Nullable Object> dependent = new CompletableFuture<>();
    completeHeld(dependent, call, held, translation);
    return dependent;
  }

  private void complete(
      CompletableFuture<@Nullable Object> dependent,
      GuardedCall call,
      Exit exit,
      HeldCallTranslation held) {
    if (exit instanceof Exit.Return returned) {
      dependent.complete(returned.result());
    } else if (exit instanceof Exit.Throw threw) {
      dependent.completeExceptionally(threw.thrown());
    } else if (exit instanceof Exit.Held refused) {
      completeHeld(dependent, call, refused.held(), held);
    }
  }

  private void completeHeld(
      CompletableFuture<@Nullable Object> dependent,
      GuardedCall call,
      HeldCallException held,
      HeldCallTranslation translation) {
    String operation = held.answer().operation();
    if (operation == null || !runsLater(held.answer().status())) {
      dependent.completeExceptionally(translation.translate(held));
      return;
    }
    CompletableFuture<FoundOperation> over = operations.whenOver(UUID.fromString(operation));
    CompletableFuture<?> unused =
        over.whenCompleteAsync(
            (found, failed) -> {
              try {
                dependent.complete(result(call, found, failed));
              } catch (HeldCallException stillHeld) {
                dependent.completeExceptionally(translation.translate(stillHeld));
              } catch (RuntimeException | LinkageError bug) {
                dependent.completeExceptionally(bug);
              }
            },
            executor);
    CompletableFuture<?> unusedToo = dependent.whenComplete((result, thrown) -> over.cancel(false));
  }

  private static boolean runsLater(EffectStatus status) {
    return status == EffectStatus.AWAITING_APPROVAL || status == EffectStatus.SCHEDULED;
  }

  /** The stored result, rebuilt; or how it ended otherwise. */
  private static @Nullable Object result(
      GuardedCall call, @Nullable FoundOperation found, @Nullable Throwable failed) {
    if (!(found instanceof FoundOperation.OfIntent of)) {
      String reason = failed instanceof StoreUnavailableException ? failed.getMessage() : null;
      throw new HeldCallException(StatusAnswers.cannotBeSaid(reason), failed);
    }
    IntentSnapshot intent = of.intent();
    byte[] stored = intent.result();
    if (intent.state() != IntentState.COMPLETED || intent.hold() != null || stored == null) {
      throw new HeldCallException(HeldAnswers.standing(intent));
    }
    try {
      return call.decode(of.key(), intent.hash(), stored);
    } catch (InvalidCallException cannotBeRebuilt) {
      throw new HeldCallException(HeldAnswers.standing(intent), cannotBeRebuilt);
    }
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  /** Makes the exception that the caller can catch. */
  @FunctionalInterface
  public interface HeldCallTranslation {

    /** The caller's exception of a held call. */
    RuntimeException translate(HeldCallException held);
  }
}
