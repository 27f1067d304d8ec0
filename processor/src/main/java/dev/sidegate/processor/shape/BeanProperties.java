package dev.sidegate.processor.shape;

import dev.sidegate.PerAttempt;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.source.ClassMembers;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import dev.sidegate.processor.source.Property;
import dev.sidegate.processor.source.UnresolvedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/**
 * The properties of a class that is no record. State is what is kept: a field that something reads,
 * or a getter with a setter. A getter with neither is derived from the others and left out; a field
 * that nothing reads would be lost, so the class is refused.
 */
final class BeanProperties {
  private final ClassMembers members;
  private final Language language;
  private final String fromPackage;

  BeanProperties(ClassMembers members, Language language, String fromPackage) {
    this.members = members;
    this.language = language;
    this.fromPackage = fromPackage;
  }

  /** All of them, in the order of the source. */
  List<Property> all(String where) throws Refusal {
    Map<String, Property> properties = new LinkedHashMap<>();
    Set<VariableElement> read = new HashSet<>();
    for (Property getter : members.getters()) {
      if (language.isReachable(getter.reader(), fromPackage)
          && !properties.containsKey(getter.name())) {
        VariableElement field = members.fieldOf(getter.name(), (ExecutableElement) getter.reader());
        if (isState(field) || members.setter(getter.name()) != null) {
          properties.put(getter.name(), getter);
        }
        if (field != null) {
          read.add(field);
        }
      }
    }
    for (VariableElement field : members.state()) {
      if (!read.contains(field) && !Mark.isOn(field, PerAttempt.class)) {
        String name = field.getSimpleName().toString();
        properties.put(name, ofField(name, field, where));
      }
    }
    return new ArrayList<>(properties.values());
  }

  private static boolean isState(@org.jspecify.annotations.Nullable VariableElement field) {
    return field != null && !field.getModifiers().contains(Modifier.TRANSIENT);
  }

  private Property ofField(String name, VariableElement field, String where) throws Refusal {
    if (language.isReachable(field, fromPackage)) {
      return new Property(name, field, List.of(field));
    }
    if (members.isUnfinished()) {
      throw new UnresolvedException(name);
    }
    throw new Refusal(
        Message.TYPE_OPEN,
        where,
        "nothing reads its field " + name + ", so two different values would look alike",
        "add a getter, make it transient, or declare a record");
  }
}
