package dev.sidegate.processor.shape;

import java.util.Comparator;
import java.util.stream.Collectors;

/**
 * A tree's form in words, for the schema's fingerprint. It says nothing of Java's types, so that
 * renaming a class or widening an integer changes no schema.
 */
public final class Description implements Shape.Visitor<String> {
  private static final Description WORDS = new Description();

  private Description() {}

  /** The description of a value. */
  public static String of(Shape shape) {
    return shape.accept(WORDS);
  }

  /** The description of a marked value. */
  public static String of(Shape shape, Marks marks) {
    return (marks.freeText() ? "free-text~" : "")
        + (marks.sensitive() ? "sensitive~" : "")
        + of(shape);
  }

  @Override
  public String one(Shape.One one) {
    return one.scalar().description();
  }

  @Override
  public String bytes(Shape.Bytes bytes) {
    return "bytes";
  }

  @Override
  public String constant(Shape.Constant constant) {
    return "string";
  }

  @Override
  public String open(Shape.Open open) {
    return open.description();
  }

  @Override
  public String maybe(Shape.Maybe maybe) {
    return of(maybe.held());
  }

  @Override
  public String maybeNumber(Shape.MaybeNumber maybe) {
    return maybe.scalar().description();
  }

  @Override
  public String many(Shape.Many many) {
    String word = many.kind() == Shape.Many.Order.SET ? "set" : "list";
    return word + "<" + of(many.element()) + ">";
  }

  @Override
  public String array(Shape.Array array) {
    return "list<" + of(array.element()) + ">";
  }

  @Override
  public String entries(Shape.Entries entries) {
    return "map<" + of(entries.value()) + ">";
  }

  @Override
  public String fields(Shape.Fields fields) {
    return fields.fields().stream()
        .sorted(Comparator.comparing(Shape.Field::name))
        .map(field -> field.name() + ":" + of(field.shape(), field.marks()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public String oneOf(Shape.OneOf oneOf) {
    return oneOf.cases().stream()
        .sorted(Comparator.comparing(Shape.Case::tag))
        .map(one -> one.tag() + ":" + of(one.shape()))
        .collect(Collectors.joining("|", "<", ">"));
  }
}
