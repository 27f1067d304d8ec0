package dev.sidegate.processor.key;

import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.KeyTemplate.Filter;
import dev.sidegate.key.KeyTemplate.Hole;
import dev.sidegate.key.NearestName;
import dev.sidegate.processor.report.Finding;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.shape.KnownShapes;
import dev.sidegate.processor.shape.Refusal;
import dev.sidegate.processor.shape.Scalar;
import dev.sidegate.processor.shape.Shape;
import dev.sidegate.processor.shape.ShapeReader;
import dev.sidegate.processor.source.Classes;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Property;
import dev.sidegate.processor.source.TypeText;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Proves one hole: its path exists, its value identifies, its filter fits. */
final class HoleReader {
  private final Language language;
  private final Classes classes;
  private final KeyTypes keyTypes;
  private final String fromPackage;
  private final KeyTemplate template;
  private final Place place;
  private final String methodName;
  private final List<Parameter> parameters;
  private final Set<Integer> refused;

  HoleReader(
      Language language,
      Classes classes,
      String fromPackage,
      KeyTemplate template,
      Place place,
      String methodName,
      List<Parameter> parameters,
      Set<Integer> refused) {
    this.language = language;
    this.classes = classes;
    this.keyTypes = new KeyTypes(language, classes);
    this.fromPackage = fromPackage;
    this.template = template;
    this.place = place;
    this.methodName = methodName;
    this.parameters = parameters;
    this.refused = refused;
  }

  /** A proven hole and the type that decides how it is written. */
  record Proven(KeyText.KeyValue value, TypeMirror type) {}

  Proven read(Hole hole) throws HoleFault {
    PathReader path = new PathReader(language, classes, fromPackage, template.text(), place);
    Parameter parameter = parameter(hole.path().get(0));
    path.start(hole.path().get(0), parameter, refused.contains(parameter.position()));
    for (KeyTemplate.Step name : hole.path().subList(1, hole.path().size())) {
      path.step(name);
    }
    Filter.Kind filter = hole.filter().kind();
    if (path.isSensitive() && filter != Filter.Kind.HMAC) {
      throw fault(hole, Message.VALUE_SENSITIVE, hole.pathText(), hole.pathText());
    }
    boolean hashed = filter == Filter.Kind.SHA256 || filter == Filter.Kind.HMAC;
    Shape tree = hashed ? tree(hole, parameter, path.type()) : null;
    if (!hashed) {
      followKeyType(hole, path);
      demandFit(hole, path.type());
    }
    return new Proven(
        new KeyText.KeyValue(
            hole.pathText(), parameter.position(), path.steps(), tree, path.isSensitive()),
        path.type());
  }

  private Parameter parameter(KeyTemplate.Step name) throws HoleFault {
    List<String> names = parameters.stream().map(Parameter::name).toList();
    int position = names.indexOf(name.name());
    if (position >= 0) {
      return parameters.get(position);
    }
    String suggestion = NearestName.suggest(name.name(), names);
    throw new HoleFault(
        Finding.in(
            Message.PARAMETER_UNKNOWN,
            place,
            template.text(),
            name.offset(),
            methodName,
            name.name(),
            suggestion.isEmpty()
                ? "add the parameter; a key is made of what the caller passes"
                : suggestion));
  }

  private Shape tree(Hole hole, Parameter parameter, TypeMirror type) throws HoleFault {
    try {
      return new ShapeReader(language, classes, new KnownShapes(), fromPackage, hole.pathText())
          .read(type);
    } catch (Refusal refusal) {
      throw refused.contains(parameter.position())
          ? HoleFault.known()
          : fault(hole, refusal.refusal(), refusal.arguments());
    }
  }

  private void followKeyType(Hole hole, PathReader path) throws HoleFault {
    if (!KeyTypes.isMarked(path.type())) {
      return;
    }
    DeclaredType owner = (DeclaredType) path.type();
    TypeElement element = Language.element(owner);
    try {
      Property value = keyTypes.value(owner);
      if (!language.isTypeReachable(element, fromPackage)
          || !language.isReachable(value.reader(), fromPackage)) {
        throw new Refusal(
            Message.PROPERTY_INACCESSIBLE,
            TypeText.simple(owner),
            fromPackage.isEmpty() ? "(unnamed)" : fromPackage);
      }
      path.follow(owner, value);
    } catch (Refusal refusal) {
      boolean known = refusal.refusal() == Message.KEY_TYPE && classes.isJudged(element);
      throw known ? HoleFault.known() : fault(hole, refusal.refusal(), refusal.arguments());
    }
  }

  private void demandFit(Hole hole, TypeMirror type) throws HoleFault {
    String name = TypeText.simple(type);
    switch (hole.filter().kind()) {
      case FOLD -> {
        if (!KeySafe.is(type, Scalar.STRING)) {
          throw fault(
              hole,
              Message.FILTER_UNFIT,
              "|fold",
              name,
              "only a String has letters to fold; drop the filter");
        }
      }
      case SCALE -> {
        if (!KeySafe.is(type, Scalar.BIG_DECIMAL)) {
          throw fault(
              hole,
              Message.FILTER_UNFIT,
              "|scale" + hole.filter().digits(),
              name,
              isFloating(type)
                  ? "a " + name + " is rounded already; use a BigDecimal"
                  : "only a BigDecimal has digits after the point; drop the filter");
        }
      }
      default -> demandSafe(hole, type, name);
    }
  }

  private void demandSafe(Hole hole, TypeMirror type, String name) throws HoleFault {
    if (KeySafe.isSafe(type)) {
      return;
    }
    if (isFloating(type)) {
      throw fault(hole, Message.VALUE_FLOATING, name);
    }
    if (KeySafe.is(type, Scalar.BIG_DECIMAL)) {
      throw fault(hole, Message.VALUE_DECIMAL, hole.pathText());
    }
    if (isMany(type)) {
      throw fault(hole, Message.VALUE_MANY, name, hole.pathText());
    }
    throw fault(hole, Message.VALUE_NO_KEY, name, remedy(hole, type));
  }

  private String remedy(Hole hole, TypeMirror type) {
    String hash = "{" + hole.pathText() + "|sha256}";
    if (KeySafe.is(type, Scalar.OFFSET_DATE_TIME) || KeySafe.is(type, Scalar.ZONED_DATE_TIME)) {
      return "one instant has many of them: use an Instant, or " + hash;
    }
    if (type.getKind() != TypeKind.DECLARED || KeySafe.scalar(type).isPresent()) {
      return "use " + hash;
    }
    TypeElement element = Language.element((DeclaredType) type);
    if (element.getQualifiedName().toString().startsWith("java.")) {
      return "use a String, an integer, a UUID, an enum or a date";
    }
    List<String> names = classes.members(element).readableNames().stream().sorted().toList();
    return names.isEmpty()
        ? "use a String, an integer, a UUID, an enum or a date"
        : String.format(
            Locale.ROOT, "name a property of it (%s), or use %s", String.join(", ", names), hash);
  }

  private static boolean isFloating(TypeMirror type) {
    return KeySafe.is(type, Scalar.FLOAT) || KeySafe.is(type, Scalar.DOUBLE);
  }

  private static boolean isMany(TypeMirror type) {
    return type.getKind() == TypeKind.ARRAY
        || Language.isSubtype(type, Set.of("java.lang.Iterable", "java.util.Map"));
  }

  private HoleFault fault(Hole hole, Message message, Object... arguments) {
    return new HoleFault(
        Finding.in(message, place, template.text(), hole.path().get(0).offset(), arguments));
  }
}
