package dev.sidegate.processor.key;

import dev.sidegate.processor.shape.Access;
import dev.sidegate.processor.shape.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A proven template: its text, and how each hole is filled.
 *
 * @param template the text; empty if there is none
 * @param values one per hole, in order; null where the engine fills in a value of the scope
 */
public record KeyText(String template, List<@Nullable KeyValue> values) {

  /** No template. */
  public static final KeyText NONE = new KeyText("", List.of());

  /**
   * The value of a hole.
   *
   * @param path as the template writes it
   * @param argument the argument's position
   * @param steps from the argument to the value
   * @param tree what the value's tree looks like, for filters over canonical bytes; else null
   * @param sensitive whether that tree is sensitive
   */
  public record KeyValue(
      String path, int argument, List<Step> steps, @Nullable Shape tree, boolean sensitive) {

    /** Copies the list. */
    public KeyValue {
      steps = List.copyOf(steps);
    }
  }

  /**
   * One step. An {@code Optional} that is read stands for what it holds.
   *
   * @param owner the class that is read from
   * @param access what is read of it
   */
  public record Step(String owner, Access access) {}
}
