package dev.sidegate.processor.key;

import com.palantir.javapoet.TypeName;
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
   * @param steps from the argument to the value; the first one is the argument itself
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
   * One step.
   *
   * @param access how it is read from the step before; null for the argument itself
   * @param type what is read, erased
   * @param optional what is held, if it is an {@code Optional}, erased; else null
   */
  public record Step(@Nullable Access access, TypeName type, @Nullable TypeName optional) {

    /** What later steps start from. */
    public TypeName known() {
      return optional == null ? type : optional;
    }
  }
}
