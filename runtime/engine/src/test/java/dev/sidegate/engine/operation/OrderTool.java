package dev.sidegate.engine.operation;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A tool whose methods go through the door as the agent weaves them, written by hand. */
class OrderTool {
  /** The orders that were really placed. */
  final List<String> placed = new ArrayList<>();

  /** Needs nobody's leave. */
  String order(String item, long pieces) throws Throwable {
    return (String) Objects.requireNonNull(guarded("order", "Ljava/lang/String;", item, pieces));
  }

  /** The same, as a stage. */
  @SuppressWarnings("unchecked")
  CompletableFuture<String> orderLater(String item, long pieces) throws Throwable {
    return (CompletableFuture<String>)
        Objects.requireNonNull(
            guarded("orderLater", "Ljava/util/concurrent/CompletableFuture;", item, pieces));
  }

  /** Needs a yes. */
  @SuppressWarnings("unchecked")
  CompletableFuture<String> orderMuch(String item, long pieces) throws Throwable {
    return (CompletableFuture<String>)
        Objects.requireNonNull(
            guarded("orderMuch", "Ljava/util/concurrent/CompletableFuture;", item, pieces));
  }

  /** For bodies that throw nothing checked. */
  String orderMuchUnchecked(String item, long pieces) {
    try {
      return orderMuch(item, pieces).toString();
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }

  /** Has a value of one attempt. */
  String orderOnce(String item, long pieces) throws Throwable {
    return (String)
        Objects.requireNonNull(guarded("orderOnce", "Ljava/lang/String;", item, pieces));
  }

  private @Nullable Object guarded(String method, String returns, String item, long pieces)
      throws Throwable {
    Object token =
        ask(
            "enter",
            MethodHandles.lookup(),
            method,
            "(Ljava/lang/String;J)" + returns,
            this,
            new Object[] {item, pieces});
    if (token instanceof Object[] answer) {
      return answer[0];
    }
    placed.add(item);
    Object result =
        returns.endsWith("Future;")
            ? CompletableFuture.completedFuture("placed " + item)
            : "placed " + item;
    Object[] given = (Object[]) ask("exit", token, result, null);
    if (given[1] != null) {
      throw (Throwable) given[1];
    }
    return given[0];
  }

  @SuppressWarnings("unchecked")
  private static Object ask(String question, @Nullable Object... arguments) {
    BiFunction<String, @Nullable Object[], @Nullable Object> door =
        (BiFunction<String, @Nullable Object[], @Nullable Object>)
            Objects.requireNonNull(System.getProperties().get("dev.sidegate.door"));
    return Objects.requireNonNull(door.apply(question, arguments));
  }
}
