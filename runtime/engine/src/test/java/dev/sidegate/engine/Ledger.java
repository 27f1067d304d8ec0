package dev.sidegate.engine;

import jakarta.validation.constraints.Size;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A tool whose methods go through the door as the agent weaves them, written by hand. */
class Ledger {
  /** What each run was given. */
  final List<List<String>> runs = new ArrayList<>();

  /** What the runs throw, one after the other; then they return. */
  final List<RuntimeException> faults = new ArrayList<>();

  String post(
      @Size(max = 8, message = "at most 8, not '${validatedValue}'") String id, List<String> lines)
      throws Throwable {
    return guarded("post", id, lines);
  }

  synchronized String postAlone(String id, List<String> lines) throws Throwable {
    return guarded("postAlone", id, lines);
  }

  private String guarded(String method, String id, List<String> lines) throws Throwable {
    Object token =
        ask(
            "enter",
            MethodHandles.lookup(),
            method,
            "(Ljava/lang/String;Ljava/util/List;)Ljava/lang/String;",
            this,
            new Object[] {id, lines});
    if (token instanceof Object[] answer) {
      return (String) answer[0];
    }
    String result = null;
    Throwable thrown = null;
    try {
      result = body(id, lines);
    } catch (RuntimeException fault) {
      thrown = fault;
    }
    Object[] given = (Object[]) ask("exit", token, result, thrown);
    if (given[1] != null) {
      throw (Throwable) given[1];
    }
    return (String) given[0];
  }

  /** Uses its argument up, as bodies do. */
  private String body(String id, List<String> lines) {
    runs.add(List.copyOf(lines));
    lines.clear();
    if (!faults.isEmpty()) {
      throw faults.remove(0);
    }
    return "posted " + id;
  }

  @SuppressWarnings("unchecked")
  private static Object ask(String question, @Nullable Object... arguments) {
    BiFunction<String, @Nullable Object[], @Nullable Object> door =
        (BiFunction<String, @Nullable Object[], @Nullable Object>)
            Objects.requireNonNull(System.getProperties().get("dev.sidegate.door"));
    return Objects.requireNonNull(door.apply(question, arguments));
  }
}
