package dev.sidegate.engine.gate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A body that returned a stage goes on until the stage completes; then it is settled, on the
 * engine's executor, and only then is the caller's dependent stage completed. Cancelling the
 * dependent stage cancels nothing outside.
 */
public final class GuardedStage {
  private final Departure departure;
  private final Executor executor;

  /** Settles on this executor. */
  public GuardedStage(Departure departure, Executor executor) {
    this.departure = departure;
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
                thrown == null
                    ? departure.returned(attempt, result)
                    : departure.threw(attempt, unwrapped(thrown)),
                held),
        executor);
    return dependent;
  }

  private static void complete(
      CompletableFuture<@Nullable Object> dependent, Exit exit, HeldCallTranslation held) {
    if (exit instanceof Exit.Return returned) {
      dependent.complete(returned.result());
    } else if (exit instanceof Exit.Throw threw) {
      dependent.completeExceptionally(threw.thrown());
    } else if (exit instanceof Exit.Held refused) {
      dependent.completeExceptionally(held.translate(refused.held()));
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
