package dev.sidegate.processor.source;

import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;

/** Types as text, alike in every compiler and without annotations. */
public final class TypeText {
  private TypeText() {}

  /** As people write it: {@code List<Order>}, {@code Shop.Item}. */
  public static String simple(TypeMirror type) {
    return text(type, false);
  }

  /** As nothing else is written: {@code java.util.List<com.acme.Order>}. */
  public static String qualified(TypeMirror type) {
    return text(type, true);
  }

  private static String text(TypeMirror type, boolean qualified) {
    return switch (type.getKind()) {
      case DECLARED, ERROR -> declared((DeclaredType) type, qualified);
      case ARRAY -> text(((ArrayType) type).getComponentType(), qualified) + "[]";
      case TYPEVAR -> ((TypeVariable) type).asElement().getSimpleName().toString();
      case WILDCARD -> wildcard((WildcardType) type, qualified);
      case VOID -> "void";
      default ->
          type.getKind().isPrimitive()
              ? type.getKind().name().toLowerCase(java.util.Locale.ROOT)
              : type.getKind().name();
    };
  }

  private static String wildcard(WildcardType type, boolean qualified) {
    if (type.getExtendsBound() != null) {
      return "? extends " + text(type.getExtendsBound(), qualified);
    }
    return type.getSuperBound() == null ? "?" : "? super " + text(type.getSuperBound(), qualified);
  }

  private static String declared(DeclaredType type, boolean qualified) {
    TypeElement element = (TypeElement) type.asElement();
    String name = qualified ? element.getQualifiedName().toString() : nested(element);
    List<String> arguments =
        type.getTypeArguments().stream().map(argument -> text(argument, qualified)).toList();
    return arguments.isEmpty() ? name : name + "<" + String.join(", ", arguments) + ">";
  }

  /** A class with the classes around it, without the package. */
  static String nested(TypeElement element) {
    Element owner = element.getEnclosingElement();
    return owner instanceof TypeElement outer
        ? nested(outer) + "." + element.getSimpleName()
        : element.getSimpleName().toString();
  }
}
