package dev.sidegate.processor.key;

import dev.sidegate.processor.shape.Scalar;
import dev.sidegate.processor.source.Language;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Which values have one text that stands for them and for nothing else. */
final class KeySafe {
  private static final Set<Scalar> SAFE =
      EnumSet.of(
          Scalar.BOOLEAN,
          Scalar.BYTE,
          Scalar.SHORT,
          Scalar.INT,
          Scalar.LONG,
          Scalar.BIG_INTEGER,
          Scalar.CHAR,
          Scalar.STRING,
          Scalar.UUID,
          Scalar.INSTANT,
          Scalar.LOCAL_DATE,
          Scalar.YEAR_MONTH,
          Scalar.YEAR,
          Scalar.CURRENCY);

  private KeySafe() {}

  static boolean isSafe(TypeMirror type) {
    return isEnum(type) || scalar(type).filter(SAFE::contains).isPresent();
  }

  static boolean is(TypeMirror type, Scalar scalar) {
    return scalar(type).filter(scalar::equals).isPresent();
  }

  static Optional<Scalar> scalar(TypeMirror type) {
    if (type.getKind().isPrimitive()) {
      return Optional.of(Scalar.valueOf(type.getKind().name()));
    }
    return type.getKind() == TypeKind.DECLARED
        ? Scalar.of(Language.element((DeclaredType) type).getQualifiedName().toString())
        : Optional.empty();
  }

  private static boolean isEnum(TypeMirror type) {
    return type.getKind() == TypeKind.DECLARED
        && ((DeclaredType) type).asElement().getKind() == ElementKind.ENUM;
  }
}
