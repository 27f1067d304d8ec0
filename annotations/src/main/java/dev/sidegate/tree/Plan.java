package dev.sidegate.tree;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the guarded methods of one class derive keys, and turn arguments and results into trees and
 * back. Generated code holds it as text, because text costs the compiler nothing, and hands over
 * classes as literals and its own lookup: a plan can reach what code in its package can.
 *
 * <p>A line is a list of words. Lines of types come first, and are numbered as they come; then each
 * method's, in the order of the source:
 *
 * <pre>
 * 1                                                 the format
 * record 0 sku STRING count int                     class 0 and its components
 * bean 1 1 id getId() STRING new 1 id set           class 1: one field, and how it is built
 * sealed 2 Card 3 #0 Cash 4 #1                      class 2: names, classes and forms of its subtypes
 * method name=refund effect=refund keyed …          what {@link #methods} gives
 * key 0 . 0 sku() - 1                               per hole: an argument and the way on; - is the engine's
 * scope …
 * order …
 * payload 0 #0 1 free-text STRING                   positions and forms
 * result LinkedHashSet UUID                         its form
 * </pre>
 *
 * <p>Forms are written with the outermost word first: a scalar's name, {@code #} and the number of
 * a line of types, {@code enum} and a class, {@code array}, a class and the element's form, {@code
 * optional} and a form, a collection's or map's class and the forms of what it holds; {@code
 * free-text} and {@code sensitive} stand before a marked one.
 *
 * <p>Immutable. What a method needs is looked up when it is first called.
 */
public final class Plan {
  private static final String FORMAT = "1";

  private final List<MethodPlan> methods = new ArrayList<>();

  private Plan(PlanTypes types, String[] lines) {
    for (String line : lines) {
      PlanLine words = new PlanLine(line);
      String kind = words.next();
      switch (kind) {
        case FORMAT -> {}
        case "record", "bean", "sealed" -> types.add(line);
        case "method" -> methods.add(new MethodPlan(types, words));
        default -> methods.get(methods.size() - 1).add(kind, line);
      }
    }
  }

  /**
   * The plan of a class.
   *
   * @param lookup of the descriptor
   * @param classes by the numbers that the lines give them
   * @throws IllegalArgumentException for a format of a newer processor
   */
  public static Plan of(MethodHandles.Lookup lookup, Class<?>[] classes, String... lines) {
    if (!lines[0].equals(FORMAT)) {
      throw new IllegalArgumentException(
          lookup.lookupClass().getName()
              + " was written by a newer sidegate-processor; upgrade sidegate-annotations");
    }
    return new Plan(new PlanTypes(new Members(lookup), classes.clone()), lines);
  }

  /** What the engine asks of each method before it calls anything. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public Map<String, Object>[] methods() {
    return (Map<String, Object>[]) methods.stream().map(MethodPlan::metadata).toArray(Map[]::new);
  }

  /** The values of a template's holes; none if the method has no such template. */
  public @Nullable Object[] holes(int method, int template, @Nullable Object[] arguments) {
    return method(method).holes(template, arguments);
  }

  /** The tree of a method's arguments. */
  public Object payload(int method, @Nullable Object[] arguments) {
    return method(method).payload(arguments);
  }

  /**
   * The arguments of a tree.
   *
   * @throws IllegalArgumentException if it does not fit, or belongs to one attempt
   */
  public @Nullable Object[] arguments(int method, Object tree) {
    return method(method).arguments(tree);
  }

  /** The tree of a method's result; null if nothing is stored. */
  public @Nullable Object result(int method, @Nullable Object value) {
    return method(method).result().tree(value);
  }

  /** The result of a tree; null if nothing was stored. */
  public @Nullable Object fromResult(int method, @Nullable Object tree) {
    return method(method).result().value(tree);
  }

  private MethodPlan method(int number) {
    if (number < 0 || number >= methods.size()) {
      throw ToTree.noMethod(number);
    }
    return methods.get(number);
  }
}
