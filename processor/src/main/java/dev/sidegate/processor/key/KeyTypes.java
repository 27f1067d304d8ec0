package dev.sidegate.processor.key;

import dev.sidegate.KeyType;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.shape.Refusal;
import dev.sidegate.processor.source.ClassMembers;
import dev.sidegate.processor.source.Classes;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import dev.sidegate.processor.source.Property;
import dev.sidegate.processor.source.TypeText;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Types of one value that stand in a key as that value. */
public final class KeyTypes {
  private final Language language;
  private final Classes classes;

  /** For one round. */
  public KeyTypes(Language language, Classes classes) {
    this.language = language;
    this.classes = classes;
  }

  /** Finds the fault of a marked type where it is declared. */
  public void judge(TypeElement type, Findings findings) {
    Mark mark = Mark.on(type, KeyType.class, language).orElseThrow();
    try {
      value((DeclaredType) type.asType());
    } catch (Refusal refusal) {
      findings.add(refusal.refusal(), mark.place(), refusal.arguments());
    }
  }

  /** Whether a type is marked as one. */
  static boolean isMarked(TypeMirror type) {
    return type.getKind() == TypeKind.DECLARED
        && Mark.isOn(((DeclaredType) type).asElement(), KeyType.class);
  }

  /**
   * The one value of a marked type.
   *
   * @throws Refusal if it has not exactly one, or one that is not key-safe itself
   */
  public Property value(DeclaredType type) throws Refusal {
    ClassMembers members = classes.members(Language.element(type));
    Property value = members.isRecord() ? component(type, members) : getter(type, members);
    TypeMirror of = language.bound(language.memberType(type, value.reader()));
    if (!KeySafe.isSafe(of)) {
      throw refusal(
          type,
          "holds a " + TypeText.simple(of) + ", which is not key-safe",
          "hold a String, an integer, a UUID, an enum or a date");
    }
    return value;
  }

  private Property component(DeclaredType type, ClassMembers members) throws Refusal {
    List<Property> components = members.components();
    if (components.size() != 1) {
      throw refusal(
          type,
          "has " + components.size() + " components, and stands for one value",
          "give it one component, or drop @KeyType and name the components in the key");
    }
    return components.get(0);
  }

  private Property getter(DeclaredType type, ClassMembers members) throws Refusal {
    if (members.type().getKind() != ElementKind.CLASS) {
      throw refusal(type, "is neither a record nor a class", "make it a record of one component");
    }
    List<Property> getters = members.getters();
    List<ExecutableElement> constructors =
        members.constructors().stream()
            .filter(constructor -> constructor.getModifiers().contains(Modifier.PUBLIC))
            .toList();
    Optional<Property> only = getters.size() == 1 ? Optional.of(getters.get(0)) : Optional.empty();
    boolean built =
        constructors.size() == 1
            && constructors.get(0).getParameters().size() == 1
            && only.isPresent()
            && language
                .types()
                .isSameType(
                    constructors.get(0).getParameters().get(0).asType(),
                    language.memberType(type, only.get().reader()));
    if (only.isEmpty() || !built) {
      throw refusal(
          type,
          "is no class with one public constructor of one value and one getter of it",
          "make it a record of one component");
    }
    return only.get();
  }

  private static Refusal refusal(DeclaredType type, String reason, String remedy) {
    return new Refusal(Message.KEY_TYPE, TypeText.simple(type), reason, remedy);
  }
}
