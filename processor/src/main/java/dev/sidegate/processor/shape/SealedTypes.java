package dev.sidegate.processor.shape;

import dev.sidegate.processor.source.Language;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Finds the concrete classes below a sealed type. */
final class SealedTypes {
  private final ShapeReader reader;
  private final Language language;

  SealedTypes(ShapeReader reader) {
    this.reader = reader;
    this.language = reader.language;
  }

  /** Every concrete class that a value can be of, each once. */
  List<DeclaredType> leaves(DeclaredType sealed) throws Refusal {
    Map<TypeElement, DeclaredType> leaves = new LinkedHashMap<>();
    collect(sealed, leaves);
    return new ArrayList<>(leaves.values());
  }

  private void collect(DeclaredType type, Map<TypeElement, DeclaredType> leaves) throws Refusal {
    TypeElement element = Language.element(type);
    boolean concrete =
        element.getKind() != ElementKind.INTERFACE
            && !element.getModifiers().contains(Modifier.ABSTRACT);
    if (concrete) {
      leaves.putIfAbsent(element, type);
    }
    if (element.getModifiers().contains(Modifier.SEALED) && element.getKind() != ElementKind.ENUM) {
      for (TypeMirror permitted : element.getPermittedSubclasses()) {
        collect(resolved(permitted), leaves);
      }
    } else if (!concrete || element.getModifiers().contains(Modifier.NON_SEALED)) {
      throw reader.open(
          type,
          "it is open below a sealed type, so any class may stand there",
          "make it final or a record");
    }
  }

  private DeclaredType resolved(TypeMirror permitted) throws Refusal {
    DeclaredType type = (DeclaredType) language.bound(permitted);
    if (type.getKind() != TypeKind.DECLARED
        || !Language.element(type).getTypeParameters().isEmpty()) {
      throw reader.open(
          type,
          "a generic subtype of a sealed type does not say of what",
          "make it a type without parameters");
    }
    return type;
  }
}
