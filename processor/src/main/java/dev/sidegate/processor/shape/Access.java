package dev.sidegate.processor.shape;

import com.palantir.javapoet.TypeName;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Property;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * How generated code reads one property.
 *
 * @param member the method or field
 * @param called whether it is a method
 * @param type what is read, erased
 * @param cast whether the compiler knows less than {@code type} where type arguments are erased
 */
public record Access(String member, boolean called, TypeName type, boolean cast) {

  /** The access to a property of an owner. */
  public static Access to(Property property, DeclaredType owner, Language language) {
    TypeMirror type = language.bound(language.memberType(owner, property.reader()));
    TypeMirror declared = property.reader().asType();
    TypeMirror raw =
        declared.getKind() == TypeKind.EXECUTABLE
            ? ((javax.lang.model.type.ExecutableType) declared).getReturnType()
            : declared;
    TypeMirror erased = language.types().erasure(type);
    boolean cast = !language.types().isSameType(language.types().erasure(raw), erased);
    return new Access(
        property.reader().getSimpleName().toString(),
        property.isCalled(),
        TypeName.get(erased),
        cast);
  }
}
