package dev.sidegate.engine.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The classes beside the application's own: any number of class loaders may carry a copy, so none
 * of them remembers anything.
 */
class AnnotationsTest {
  /** Collections among them are those of {@code Set.of} and its like; a review sees the others. */
  private static final Set<String> IMMUTABLE =
      Set.of(
          "java.lang.String",
          "java.lang.invoke.MethodHandle",
          "java.util.regex.Pattern",
          "java.util.Set",
          "java.util.List",
          "java.util.Map");

  /** The one thread-local: an attempt that a unit test simulates where there is no engine. */
  private static final String SIMULATION = "dev.sidegate.Attempt.SIMULATION";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importPackages("dev.sidegate", "dev.sidegate.key")
          .that(
              new DescribedPredicate<JavaClass>("of the annotations") {
                @Override
                public boolean test(JavaClass type) {
                  return type.getPackageName().equals("dev.sidegate")
                      || type.getPackageName().equals("dev.sidegate.key");
                }
              });

  @Test
  void theyNeedTheJdkAlone() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.sidegate", "dev.sidegate.key", "java..", "org.jspecify.annotations")
        .check(CLASSES);
  }

  @Test
  void noStaticFieldCanBeAssignedAgain() {
    fields().that().areStatic().should().beFinal().check(CLASSES);
  }

  @Test
  void noStaticFieldHoldsSomethingThatChanges() {
    List<String> changing =
        CLASSES.stream()
            .flatMap(type -> type.getFields().stream())
            .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
            .filter(field -> !isImmutable(field))
            .map(JavaField::getFullName)
            .filter(name -> !name.equals(SIMULATION))
            .toList();
    assertThat(changing).isEmpty();
  }

  private static boolean isImmutable(JavaField field) {
    JavaClass type = field.getRawType();
    boolean constantsOfAnEnum =
        field.getOwner().isEnum() && type.getBaseComponentType().equals(field.getOwner());
    return type.isPrimitive()
        || type.isEnum()
        || type.isRecord()
        || constantsOfAnEnum
        || IMMUTABLE.contains(type.getName())
        || field.getModifiers().contains(JavaModifier.SYNTHETIC);
  }
}
