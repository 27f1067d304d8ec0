package dev.sidegate.engine.gate;

import java.util.List;
import java.util.function.Supplier;

/**
 * Who tells people of a question.
 *
 * @param channels the names of the ways that this process has
 * @param asked told that a question was asked
 */
public record Tellers(Supplier<List<String>> channels, Runnable asked) {
  /** Nobody is told. */
  public static final Tellers NONE = new Tellers(List::of, () -> {});
}
