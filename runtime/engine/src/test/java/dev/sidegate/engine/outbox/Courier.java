package dev.sidegate.engine.outbox;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A tool whose methods go through the door as the agent weaves them, written by hand. {@link
 * Sidegate_Courier} is what its build would generate.
 */
class Courier {
  /** What it does for an order is decided outside. */
  interface Street {
    String deliver(String method, String order, String text) throws Exception;
  }

  private final BiFunction<String, @Nullable Object[], @Nullable Object> door;
  private final Street street;

  Courier(BiFunction<String, @Nullable Object[], @Nullable Object> door, Street street) {
    this.door = door;
    this.street = street;
  }

  /** It is the only one ever built, as the agent would have counted. */
  Courier counted() {
    Object unused = door.apply("target.constructed", new Object[] {MethodHandles.lookup(), this});
    return this;
  }

  /** Queued from the beginning. */
  String send(String order, String text) throws Throwable {
    return text(guarded("send", "Ljava/lang/String;", order, text));
  }

  /** Needs a yes. */
  String pay(String order, String text) throws Throwable {
    return text(guarded("pay", "Ljava/lang/String;", order, text));
  }

  /** May be withdrawn for a while. */
  String recall(String order, String text) throws Throwable {
    return text(guarded("recall", "Ljava/lang/String;", order, text));
  }

  /** Runs in its caller's thread. */
  String note(String order, String text) throws Throwable {
    return text(guarded("note", "Ljava/lang/String;", order, text));
  }

  /** Queued, and goes on after it has returned. */
  @SuppressWarnings("unchecked")
  CompletionStage<String> drive(String order, String text) throws Throwable {
    return (CompletionStage<String>)
        Objects.requireNonNull(
            guarded("drive", "Ljava/util/concurrent/CompletionStage;", order, text));
  }

  private static String text(@Nullable Object result) {
    return String.valueOf(result);
  }

  private @Nullable Object guarded(String method, String type, String order, String text)
      throws Throwable {
    Object token =
        ask(
            "enter",
            MethodHandles.lookup(),
            method,
            "(Ljava/lang/String;Ljava/lang/String;)" + type,
            this,
            new Object[] {order, text});
    if (token instanceof Object[] answer) {
      return answer[0];
    }
    Object result = null;
    Throwable thrown = null;
    try {
      result = street.deliver(method, order, text);
      if (method.equals("drive")) {
        result = CompletableFuture.completedFuture(result);
      }
    } catch (Throwable fault) {
      thrown = fault;
    }
    Object[] given = (Object[]) ask("exit", token, result, thrown);
    if (given[1] != null) {
      throw (Throwable) given[1];
    }
    return given[0];
  }

  private Object ask(String question, @Nullable Object... arguments) {
    return Objects.requireNonNull(door.apply(question, arguments));
  }

  /** Counts what was delivered; a test may add to what happens. */
  static final class Counting implements Street {
    private final List<String> delivered = new ArrayList<>();
    private volatile Street before = (method, order, text) -> "";

    void before(Street more) {
      before = more;
    }

    @Override
    public String deliver(String method, String order, String text) throws Exception {
      String thrownHere = before.deliver(method, order, text);
      synchronized (delivered) {
        delivered.add(order + " " + text);
      }
      return "delivered " + order + thrownHere;
    }

    List<String> delivered() {
      synchronized (delivered) {
        return List.copyOf(delivered);
      }
    }
  }
}
