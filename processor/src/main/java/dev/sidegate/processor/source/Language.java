package dev.sidegate.processor.source;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * The compiler's model in one round, and the few questions of it that have a wrong and a right
 * answer. Never asks {@code toString} of an element or a type: compilers differ there.
 *
 * @param elements the round's elements
 * @param types the round's types
 * @param lastRound whether nothing can be added to the source any more
 */
public record Language(Elements elements, Types types, boolean lastRound) {

  /**
   * Whether values of a type are instances of a class of one of these names. Goes up by names: to
   * look for classes that are mostly not there would cost more than all else.
   */
  public static boolean isSubtype(TypeMirror type, Collection<String> qualifiedNames) {
    if (type.getKind() != TypeKind.DECLARED) {
      return false;
    }
    TypeElement element = element((DeclaredType) type);
    if (qualifiedNames.contains(element.getQualifiedName().toString())
        || isSubtype(element.getSuperclass(), qualifiedNames)) {
      return true;
    }
    for (TypeMirror implemented : element.getInterfaces()) {
      if (isSubtype(implemented, qualifiedNames)) {
        return true;
      }
    }
    return false;
  }

  /** The element of a class type. */
  public static TypeElement element(DeclaredType type) {
    return (TypeElement) type.asElement();
  }

  /** The class that a method or field is declared in. */
  public static TypeElement owner(Element member) {
    return (TypeElement)
        Objects.requireNonNull(member.getEnclosingElement(), "a member has an owner");
  }

  /** Whether this is the class of that name, whatever its type arguments. */
  public static boolean is(TypeMirror type, String qualifiedName) {
    return type.getKind() == TypeKind.DECLARED
        && element((DeclaredType) type).getQualifiedName().contentEquals(qualifiedName);
  }

  /** Whether this is the class of that name. */
  public static boolean is(TypeMirror type, Class<?> named) {
    return is(type, named.getCanonicalName());
  }

  /**
   * What a value of this type surely is: the bound of a wildcard or of a type variable, else the
   * type itself.
   *
   * @throws UnresolvedException if the type does not exist (yet)
   */
  public TypeMirror bound(TypeMirror type) {
    return switch (type.getKind()) {
      case ERROR -> throw new UnresolvedException(type.toString());
      case WILDCARD -> {
        TypeMirror bound = ((WildcardType) type).getExtendsBound();
        yield bound == null ? object() : bound(bound);
      }
      case TYPEVAR -> bound(((TypeVariable) type).getUpperBound());
      case INTERSECTION -> bound(((IntersectionType) type).getBounds().get(0));
      default -> type;
    };
  }

  /** {@link Object}. */
  public TypeMirror object() {
    return type("java.lang.Object").asType();
  }

  /** A class that every compilation has. */
  public TypeElement type(String qualifiedName) {
    TypeElement type = elements.getTypeElement(qualifiedName);
    if (type == null) {
      throw new UnresolvedException(qualifiedName);
    }
    return type;
  }

  /** The type of a member as its owner's type arguments make it. */
  public TypeMirror memberType(DeclaredType owner, Element member) {
    TypeMirror type = types.asMemberOf(owner, member);
    return type.getKind() == TypeKind.EXECUTABLE ? ((ExecutableType) type).getReturnType() : type;
  }

  /** The name of the package that an element is in. */
  public String packageOf(Element element) {
    PackageElement in = elements.getPackageOf(element);
    return in == null ? "" : in.getQualifiedName().toString();
  }

  /** Whether code in a package may name this member, given that it may name its owner's type. */
  public boolean isReachable(Element member, String fromPackage) {
    if (member.getModifiers().contains(Modifier.PRIVATE)) {
      return false;
    }
    return member.getModifiers().contains(Modifier.PUBLIC)
        || isInterfaceMember(member)
        || packageOf(member).equals(fromPackage);
  }

  /** Whether code in a package may name this class. */
  public boolean isTypeReachable(TypeElement type, String fromPackage) {
    for (Element e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
      if (!isReachable(e, fromPackage)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isInterfaceMember(Element member) {
    Element owner = member.getEnclosingElement();
    return owner instanceof TypeElement type
        && (type.getKind() == ElementKind.INTERFACE
            || type.getKind() == ElementKind.ANNOTATION_TYPE);
  }

  /** The class's binary name, such as {@code com.acme.Shop$Refunds}. */
  public String binaryName(TypeElement type) {
    return elements.getBinaryName(type).toString();
  }

  /** The method's descriptor in class files, such as {@code (Ljava/lang/String;I)V}. */
  public String descriptor(ExecutableElement method) {
    StringBuilder text = new StringBuilder("(");
    for (VariableElement parameter : method.getParameters()) {
      text.append(descriptor(parameter.asType()));
    }
    return text.append(')').append(descriptor(method.getReturnType())).toString();
  }

  private String descriptor(TypeMirror type) {
    TypeMirror erased = types.erasure(bound(type));
    return switch (erased.getKind()) {
      case BOOLEAN -> "Z";
      case BYTE -> "B";
      case SHORT -> "S";
      case INT -> "I";
      case LONG -> "J";
      case CHAR -> "C";
      case FLOAT -> "F";
      case DOUBLE -> "D";
      case VOID -> "V";
      case ARRAY -> "[" + descriptor(((ArrayType) erased).getComponentType());
      default -> "L" + binaryName(element((DeclaredType) erased)).replace('.', '/') + ";";
    };
  }

  /** A method as people name it, such as {@code Refunds.refund(Order, int)}. */
  public static String name(ExecutableElement method) {
    List<String> parameters =
        method.getParameters().stream()
            .map(parameter -> TypeText.simple(parameter.asType()))
            .toList();
    return owner(method).getSimpleName()
        + "."
        + method.getSimpleName()
        + "("
        + String.join(", ", parameters)
        + ")";
  }
}
