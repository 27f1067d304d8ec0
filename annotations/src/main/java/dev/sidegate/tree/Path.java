package dev.sidegate.tree;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From an argument to the value that a template names. Null ends it; an {@code Optional} on the way
 * stands for what it holds.
 *
 * @param argument the argument's position; negative where the engine fills in a value of its own
 * @param steps each takes what the one before gave
 * @param form of the value, for filters over canonical bytes; null where the value itself is meant
 */
record Path(int argument, List<MethodHandle> steps, @Nullable Form form) {
  private static final Path OF_ENGINE = new Path(-1, List.of(), null);

  /** Reads {@code -}, or {@code 0 . 3 customer() . 4 id()}, then {@code : STRING} for a form. */
  static Path read(PlanLine words, PlanTypes types) {
    if (words.skip("-")) {
      return OF_ENGINE;
    }
    int argument = words.number();
    List<MethodHandle> steps = new ArrayList<>();
    while (words.skip(".")) {
      steps.add(types.reader(words));
    }
    return new Path(argument, steps, words.skip(":") ? types.marked(words) : null);
  }

  @Nullable Object value(@Nullable Object[] arguments) {
    if (argument < 0) {
      return null;
    }
    Object value = ToTree.present(arguments[argument]);
    try {
      for (int i = 0; i < steps.size() && value != null; i++) {
        value = ToTree.present((Object) steps.get(i).invokeExact(value));
      }
    } catch (Throwable thrown) {
      throw ObjectForm.thrownBy(thrown);
    }
    return form == null ? value : form.tree(value);
  }
}
