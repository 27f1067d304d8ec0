package dev.sidegate.processor.key;

import dev.sidegate.FreeText;
import dev.sidegate.PerAttempt;
import dev.sidegate.Sensitive;
import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.NearestName;
import dev.sidegate.processor.report.Finding;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.shape.Access;
import dev.sidegate.processor.source.ClassMembers;
import dev.sidegate.processor.source.Classes;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Property;
import dev.sidegate.processor.source.TypeText;
import dev.sidegate.processor.source.UnresolvedException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Walks one path, name by name: {@code order.customer.id} is the parameter {@code order}, its
 * property {@code customer}, of that the property {@code id}. An {@code Optional} on the way stands
 * for what it holds.
 */
final class PathReader {
  private final Language language;
  private final Classes classes;
  private final String fromPackage;
  private final String template;
  private final Place place;

  private final List<KeyText.Step> steps = new ArrayList<>();
  private boolean sensitive;
  private boolean refused;
  private @Nullable TypeMirror type;

  PathReader(Language language, Classes classes, String fromPackage, String template, Place place) {
    this.language = language;
    this.classes = classes;
    this.fromPackage = fromPackage;
    this.template = template;
    this.place = place;
  }

  /**
   * Starts at a parameter.
   *
   * @param isRefused whether its type is a finding of the payload
   */
  void start(KeyTemplate.Step name, Parameter parameter, boolean isRefused) throws HoleFault {
    refused = isRefused;
    if (parameter.isLeftOut()) {
      throw fault(Message.VALUE_PER_ATTEMPT, name.offset(), parameter.name());
    }
    if (parameter.isFreeText()) {
      throw fault(Message.VALUE_FREE_TEXT, name.offset(), parameter.name());
    }
    sensitive = parameter.isSensitive();
    arrive(language.bound(parameter.element().asType()));
  }

  /** Goes on to a property. */
  void step(KeyTemplate.Step name) throws HoleFault {
    DeclaredType owner = owner(name);
    demandReachable(owner, Language.element(owner), name);
    Property property = property(owner, name);
    demandReachable(owner, property.reader(), name);
    if (property.has(PerAttempt.class)) {
      throw fault(Message.VALUE_PER_ATTEMPT, name.offset(), name.name());
    }
    if (property.has(FreeText.class)) {
      throw fault(Message.VALUE_FREE_TEXT, name.offset(), name.name());
    }
    follow(owner, property);
  }

  /** Goes on to the one value of a type that stands for it. */
  void follow(DeclaredType owner, Property property) {
    sensitive |= property.has(Sensitive.class);
    steps.add(
        new KeyText.Step(
            Language.element(owner).getQualifiedName().toString(), Access.to(property)));
    arrive(language.bound(language.memberType(owner, property.reader())));
  }

  /** Where the path has led: never an {@code Optional}. */
  TypeMirror type() {
    return java.util.Objects.requireNonNull(type, "start comes first");
  }

  /** The steps so far. */
  List<KeyText.Step> steps() {
    return steps;
  }

  /** Whether something on the way is sensitive. */
  boolean isSensitive() {
    return sensitive;
  }

  private void arrive(TypeMirror read) {
    boolean optional =
        Language.is(read, java.util.Optional.class)
            && !((DeclaredType) read).getTypeArguments().isEmpty();
    type = optional ? language.bound(((DeclaredType) read).getTypeArguments().get(0)) : read;
  }

  private DeclaredType owner(KeyTemplate.Step name) throws HoleFault {
    if (type().getKind() == TypeKind.DECLARED) {
      return (DeclaredType) type();
    }
    throw unknown(name, "name the value itself, or a parameter that has properties");
  }

  private Property property(DeclaredType owner, KeyTemplate.Step name) throws HoleFault {
    ClassMembers members = classes.members(Language.element(owner));
    List<Property> readers = members.readers(name.name());
    if (readers.size() > 1) {
      String names =
          readers.stream()
              .map(reader -> reader.reader().getSimpleName() + "()")
              .collect(Collectors.joining(" and "));
      throw fault(
          Message.PROPERTY_AMBIGUOUS, name.offset(), TypeText.simple(owner), name.name(), names);
    }
    if (readers.isEmpty()) {
      if (members.isUnfinished()) {
        throw new UnresolvedException(name.name());
      }
      throw unknown(name, remedy(owner, members, name.name()));
    }
    return readers.get(0);
  }

  private String remedy(DeclaredType owner, ClassMembers members, String name) {
    if (Language.is(owner, java.util.Map.class)) {
      return "a map is not looked into: pass the value as a parameter of its own";
    }
    for (Element member : members.type().getEnclosedElements()) {
      if (member.getSimpleName().contentEquals(name)) {
        return member.getKind().isField()
            ? "the field " + name + " is not public final: add a getter, or make it so"
            : name + "() is no getter: rename it get…, or make the class a record";
      }
    }
    if (members.isLombok()) {
      return "Lombok has not added it: put Lombok before sidegate-processor on the processor path";
    }
    String suggestion = NearestName.suggest(name, members.readableNames());
    return suggestion.isEmpty() ? "give it a getter, or make it a record" : suggestion;
  }

  private HoleFault unknown(KeyTemplate.Step name, String remedy) {
    return fault(
        Message.PROPERTY_UNKNOWN, name.offset(), TypeText.simple(type()), name.name(), remedy);
  }

  private void demandReachable(DeclaredType owner, Element member, KeyTemplate.Step name)
      throws HoleFault {
    boolean reachable =
        member instanceof TypeElement named
            ? language.isTypeReachable(named, fromPackage)
            : language.isReachable(member, fromPackage);
    if (!reachable && refused) {
      throw HoleFault.known();
    }
    if (!reachable) {
      String what = TypeText.simple(owner);
      throw fault(
          Message.PROPERTY_INACCESSIBLE,
          name.offset(),
          member instanceof TypeElement ? what : what + "." + member.getSimpleName(),
          fromPackage.isEmpty() ? "(unnamed)" : fromPackage);
    }
  }

  private HoleFault fault(Message message, int offset, Object... arguments) {
    return new HoleFault(Finding.in(message, place, template, offset, arguments));
  }
}
