package dev.sidegate.processor.shape;

import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.shape.Shape.Setting;
import dev.sidegate.processor.source.ClassMembers;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Property;
import dev.sidegate.processor.source.UnresolvedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how an object is built from its properties: a record by its canonical constructor, a
 * bean by the constructor that takes the most of them, the rest by setters or fields.
 */
final class Construction {
  private final ShapeReader reader;
  private final Language language;
  private final Trail trail;
  private final DeclaredType type;
  private final ClassMembers members;

  Construction(ShapeReader reader, Trail trail, DeclaredType type, ClassMembers members) {
    this.reader = reader;
    this.language = reader.language;
    this.trail = trail;
    this.type = type;
    this.members = members;
  }

  /** How to build it; empty where that cannot be done, which the reader then remembers. */
  Optional<Shape.Construction> of(List<Property> properties) {
    if (members.isRecord()) {
      return Optional.of(
          new Shape.Construction(properties.stream().map(Property::name).toList(), List.of()));
    }
    Map<String, TypeMirror> types = new LinkedHashMap<>();
    for (Property property : properties) {
      types.put(property.name(), language.memberType(type, property.reader()));
    }
    List<ExecutableElement> constructors =
        members.constructors().stream()
            .filter(constructor -> language.isReachable(constructor, reader.fromPackage))
            .sorted(
                Comparator.comparingInt(
                    (ExecutableElement constructor) -> -constructor.getParameters().size()))
            .toList();
    String missing = "";
    for (ExecutableElement constructor : constructors) {
      List<String> arguments = arguments(constructor, types);
      if (arguments != null) {
        List<Setting> settings = new ArrayList<>();
        missing = settings(types, arguments, settings);
        if (missing.isEmpty()) {
          return Optional.of(new Shape.Construction(arguments, settings));
        }
      }
    }
    demandFinished();
    reader.markNotRebuilt(refusal(constructors, missing));
    return Optional.empty();
  }

  /** The properties that a constructor takes; null if it takes something else. */
  private @Nullable List<String> arguments(
      ExecutableElement constructor, Map<String, TypeMirror> types) {
    List<? extends TypeMirror> parameterTypes =
        ((ExecutableType) language.types().asMemberOf(type, constructor)).getParameterTypes();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < parameterTypes.size(); i++) {
      String name = constructor.getParameters().get(i).getSimpleName().toString();
      TypeMirror property = types.get(name);
      if (property == null || !language.types().isSameType(property, parameterTypes.get(i))) {
        return null;
      }
      names.add(name);
    }
    return names;
  }

  /** Adds how the rest is set; gives the first property that nothing sets, else the empty text. */
  private String settings(
      Map<String, TypeMirror> types, List<String> arguments, List<Setting> settings) {
    for (Map.Entry<String, TypeMirror> property : types.entrySet()) {
      if (!arguments.contains(property.getKey())) {
        Setting setting = setting(property.getKey(), property.getValue());
        if (setting == null) {
          return property.getKey();
        }
        settings.add(setting);
      }
    }
    return "";
  }

  private @Nullable Setting setting(String property, TypeMirror propertyType) {
    ExecutableElement setter = members.setter(property);
    if (setter != null && language.isReachable(setter, reader.fromPackage)) {
      TypeMirror taken =
          ((ExecutableType) language.types().asMemberOf(type, setter)).getParameterTypes().get(0);
      if (language.types().isSameType(taken, propertyType)) {
        return new Setting(property, new Access(setter.getSimpleName().toString(), true));
      }
    }
    VariableElement field = members.field(property);
    boolean written =
        field != null
            && !field.getModifiers().contains(Modifier.FINAL)
            && language.isReachable(field, reader.fromPackage);
    return written ? new Setting(property, new Access(property, false)) : null;
  }

  private void demandFinished() {
    if (members.isUnfinished()) {
      throw new UnresolvedException(members.type().getSimpleName().toString());
    }
  }

  private Refusal refusal(List<ExecutableElement> constructors, String missing) {
    if (constructors.isEmpty()) {
      return refusal(
          "it has no constructor that the package " + reader.packageName() + " can call",
          "add one, or declare a record");
    }
    if (!missing.isEmpty()) {
      return refusal(
          "nothing sets its property " + missing,
          "add set"
              + Character.toUpperCase(missing.charAt(0))
              + missing.substring(1)
              + "(…) or a constructor that takes it, or declare a record");
    }
    boolean nameless =
        constructors.stream()
            .flatMap(constructor -> constructor.getParameters().stream())
            .map(Element::getSimpleName)
            .anyMatch(name -> name.toString().matches("arg\\d+"));
    return nameless
        ? refusal(
            "its class file does not name the parameters of its constructor",
            "compile it with -parameters, or declare a record")
        : refusal(
            "no constructor takes its properties by name and type",
            "add one that does, or one without parameters and setters");
  }

  private Refusal refusal(String reason, String remedy) {
    return new Refusal(Message.TYPE_NOT_REBUILT, trail.of(type), reason, remedy);
  }
}
