package dev.sidegate.agent.framework;

import dev.sidegate.agent.library.Reflected;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One answer of a model that asks for tools: the calls it asks for, and how often the turn had held
 * answers before.
 */
final class SpringAiRound {
  private static final Pattern HELD =
      Pattern.compile("\\{\"status\":\"[a-z_]+\",\"executed\":\"[a-z]+\"[,}].*", Pattern.DOTALL);
  private static final Pattern OPERATION = Pattern.compile("\"operation\":\"([^\"\\\\]+)\"");

  private final Turn turn = new Turn();
  private final List<Asked> asked = new ArrayList<>();

  private record Asked(String id, String wish) {}

  private SpringAiRound() {}

  /** Reads a {@code Prompt} and the {@code ChatResponse} to it. */
  static SpringAiRound of(Object prompt, Object response) throws ReflectiveOperationException {
    SpringAiRound round = new SpringAiRound();
    round.countHeldAnswers((Iterable<?>) Reflected.demand(prompt, "getInstructions"));
    for (Object generation : (Iterable<?>) Reflected.demand(response, "getResults")) {
      Object message = Reflected.demand(generation, "getOutput");
      for (Object call : (Iterable<?>) Reflected.demand(message, "getToolCalls")) {
        round.asked.add(new Asked(String.valueOf(Reflected.call(call, "id")), wish(call)));
      }
    }
    return round;
  }

  /** What names a key where there is no operation. */
  static String wish(String tool, @Nullable String arguments) {
    return tool + " " + (arguments == null || arguments.isBlank() ? "{}" : arguments);
  }

  private static String wish(Object call) throws ReflectiveOperationException {
    return wish(
        String.valueOf(Reflected.call(call, "name")), (String) Reflected.call(call, "arguments"));
  }

  Turn turn() {
    return turn;
  }

  /** The id under which the model asked for this; each is given once. */
  @Nullable String takeId(String tool, String input) {
    String wish = wish(tool, input);
    for (Iterator<Asked> each = asked.iterator(); each.hasNext(); ) {
      Asked call = each.next();
      if (call.wish().equals(wish)) {
        each.remove();
        return call.id();
      }
    }
    return null;
  }

  private void countHeldAnswers(Iterable<?> messages) throws ReflectiveOperationException {
    Map<String, Integer> counts = new HashMap<>();
    Map<String, String> wishes = new HashMap<>();
    for (Object message : messages) {
      switch (String.valueOf(Reflected.call(message, "getMessageType"))) {
        case "USER" -> counts.clear();
        case "ASSISTANT" -> {
          for (Object call : (Iterable<?>) Reflected.demand(message, "getToolCalls")) {
            wishes.put(String.valueOf(Reflected.call(call, "id")), wish(call));
          }
        }
        case "TOOL" -> {
          for (Object answer : (Iterable<?>) Reflected.demand(message, "getResponses")) {
            String key = heldKey(answer, wishes);
            if (key != null) {
              counts.merge(key, 1, Integer::sum);
            }
          }
        }
        default -> {
          // what the system says counts for nothing
        }
      }
    }
    counts.forEach(turn::counted);
  }

  private static @Nullable String heldKey(Object answer, Map<String, String> wishes)
      throws ReflectiveOperationException {
    String text = String.valueOf(Reflected.call(answer, "responseData"));
    if (!HELD.matcher(text).matches()) {
      return null;
    }
    Matcher operation = OPERATION.matcher(text);
    return operation.find()
        ? operation.group(1)
        : wishes.get(String.valueOf(Reflected.call(answer, "id")));
  }
}
