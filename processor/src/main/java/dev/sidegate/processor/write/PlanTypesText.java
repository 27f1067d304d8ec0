package dev.sidegate.processor.write;

import dev.sidegate.processor.shape.Marks;
import dev.sidegate.processor.shape.Scalar;
import dev.sidegate.processor.shape.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Writes the types of a plan: each record, bean and sealed type as one line, whoever uses it. */
final class PlanTypesText implements Shape.Visitor<String> {
  private final Map<String, Integer> classes = new LinkedHashMap<>();
  private final Map<String, String> numbers = new HashMap<>();
  private final List<String> lines = new ArrayList<>();

  /** The classes that have a number, in its order. */
  Set<String> classes() {
    return classes.keySet();
  }

  /** The lines, those of inner types before those that hold them. */
  List<String> lines() {
    return lines;
  }

  /** The number of a class. */
  int number(String type) {
    Integer known = classes.get(type);
    if (known == null) {
      known = classes.size();
      classes.put(type, known);
    }
    return known;
  }

  /** The form of a value that may be marked. */
  String marked(Shape shape, Marks marks) {
    String form = shape.accept(this);
    if (marks.sensitive()) {
      form = "sensitive " + form;
    }
    return marks.freeText() ? "free-text " + form : form;
  }

  @Override
  public String one(Shape.One one) {
    return one.primitive() ? keyword(one.scalar()) : one.scalar().name();
  }

  @Override
  public String bytes(Shape.Bytes bytes) {
    return "BYTES";
  }

  @Override
  public String constant(Shape.Constant constant) {
    return "enum " + number(constant.type());
  }

  @Override
  public String open(Shape.Open open) {
    return switch (open.type()) {
      case ANYTHING -> "open";
      case LIST -> "openList";
      case MAP -> "openMap";
    };
  }

  @Override
  public String maybe(Shape.Maybe maybe) {
    return "optional " + maybe.held().accept(this);
  }

  @Override
  public String maybeNumber(Shape.MaybeNumber maybe) {
    String keyword = keyword(maybe.scalar());
    return "Optional" + Character.toUpperCase(keyword.charAt(0)) + keyword.substring(1);
  }

  @Override
  public String many(Shape.Many many) {
    String built = many.built() == null ? "Collection" : many.built();
    return built + " " + many.element().accept(this);
  }

  @Override
  public String array(Shape.Array array) {
    return "array " + number(array.component()) + " " + array.element().accept(this);
  }

  @Override
  public String entries(Shape.Entries entries) {
    return entries.built() + " " + entries.key().accept(this) + " " + entries.value().accept(this);
  }

  @Override
  public String fields(Shape.Fields fields) {
    String known = numbers.get(fields.identity());
    return known == null ? add(fields.identity(), line(fields)) : known;
  }

  @Override
  public String oneOf(Shape.OneOf oneOf) {
    String known = numbers.get(oneOf.identity());
    return known == null ? add(oneOf.identity(), line(oneOf)) : known;
  }

  private String add(String identity, String line) {
    String number = "#" + lines.size();
    lines.add(line);
    numbers.put(identity, number);
    return number;
  }

  private String line(Shape.Fields shape) {
    boolean asRecord = shape.isRecord() && shape.construction() != null;
    StringBuilder line = new StringBuilder(asRecord ? "record " : "bean ");
    line.append(number(shape.type()));
    if (!asRecord) {
      line.append(' ').append(shape.fields().size());
    }
    for (Shape.Field field : shape.fields()) {
      line.append(' ').append(field.name());
      if (!asRecord) {
        line.append(' ').append(field.read());
      }
      line.append(' ').append(marked(field.shape(), field.marks()));
    }
    if (!asRecord && shape.construction() != null) {
      line.append(construction(shape.construction()));
    }
    return line.toString();
  }

  private static String construction(Shape.Construction how) {
    StringBuilder text = new StringBuilder(" new ").append(how.arguments().size());
    how.arguments().forEach(argument -> text.append(' ').append(argument));
    for (Shape.Setting setting : how.setters()) {
      text.append(' ').append(setting.field()).append(' ').append(setting.write());
    }
    return text.toString();
  }

  private String line(Shape.OneOf shape) {
    StringBuilder line = new StringBuilder("sealed ").append(number(shape.type()));
    for (Shape.Case one : shape.cases()) {
      line.append(' ').append(one.tag()).append(' ').append(number(one.type()));
      line.append(' ').append(one.shape().accept(this));
    }
    return line.toString();
  }

  private static String keyword(Scalar scalar) {
    return scalar.name().toLowerCase(Locale.ROOT);
  }
}
