package dev.sidegate.processor.write;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.sidegate.Generated;
import dev.sidegate.processor.guard.GuardedClass;
import dev.sidegate.tree.Plan;
import java.io.IOException;
import java.io.Writer;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Modifier;

/**
 * Writes the descriptor of one class: its plan, and the methods by which the engine asks it. Little
 * code, because the compiler reads all of it again; and made once for all classes, because making
 * it would cost more than proving the class. Types have their full names, so that no class of the
 * user's can be taken for one of them.
 */
public final class DescriptorCode {
  private static final int PROTOCOL = 1;
  private static final String NAME = "NAME_OF_THE_DESCRIPTOR";
  private static final String CLASSES = "CLASSES_OF_THE_PLAN";
  private static final String LINES = "LINES_OF_THE_PLAN";
  private static final TypeName TREE = ClassName.OBJECT;
  private static final TypeName VALUES = ArrayTypeName.of(ClassName.OBJECT);
  private static final TypeName METADATA =
      ArrayTypeName.of(
          ParameterizedTypeName.get(
              ClassName.get(Map.class), ClassName.get(String.class), ClassName.OBJECT));

  private final String beforeName;
  private final String beforeClasses;
  private final String beforeLines;
  private final String afterLines;

  /** For one compilation. */
  public DescriptorCode() {
    String code = code().toString();
    int name = code.indexOf(NAME);
    int classes = code.indexOf(CLASSES);
    int lines = code.indexOf(LINES);
    this.beforeName = code.substring(0, name);
    this.beforeClasses = code.substring(name + NAME.length(), classes);
    this.beforeLines = code.substring(classes + CLASSES.length(), lines);
    this.afterLines = code.substring(lines + LINES.length());
  }

  /** Writes the descriptor of a class; the class is its one originating element. */
  public void write(GuardedClass guarded, Filer filer) throws IOException {
    String inPackage = guarded.packageName();
    String name = guarded.descriptorName();
    try (Writer file =
        filer
            .createSourceFile(inPackage.isEmpty() ? name : inPackage + "." + name, guarded.source())
            .openWriter()) {
      file.write(inPackage.isEmpty() ? "" : "package " + inPackage + ";\n\n");
      file.write(text(name, PlanText.of(guarded)));
    }
  }

  private String text(String name, PlanText plan) {
    StringBuilder text = new StringBuilder();
    text.append(beforeName).append(name).append(beforeClasses);
    String separator = "";
    for (String type : plan.classes()) {
      text.append(separator).append(type).append(".class");
      separator = ", ";
    }
    text.append(beforeLines);
    separator = "";
    for (String line : plan.lines()) {
      text.append(separator).append(literal(line));
      separator = ",\n      ";
    }
    return text.append(afterLines).toString();
  }

  private static String literal(String line) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return CodeBlock.of("$S", line).toString();
      }
    }
    return '"' + line + '"';
  }

  private static TypeSpec code() {
    return TypeSpec.classBuilder(NAME)
        .addModifiers(Modifier.FINAL)
        .addAnnotation(
            AnnotationSpec.builder(Generated.class)
                .addMember("value", "$S", "dev.sidegate.processor")
                .build())
        // The user's classes may be deprecated.
        .addAnnotation(
            AnnotationSpec.builder(SuppressWarnings.class)
                .addMember("value", "{$S, $S, $S}", "all", "deprecation", "removal")
                .build())
        .addField(
            FieldSpec.builder(int.class, "PROTOCOL", Modifier.STATIC, Modifier.FINAL)
                .initializer("$L", PROTOCOL)
                .build())
        .addField(
            FieldSpec.builder(Plan.class, "PLAN", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(
                    "$T.of(\n$>$>$T.lookup(),\nnew Class<?>[] {$L},\n$L)$<$<",
                    Plan.class,
                    MethodHandles.class,
                    CLASSES,
                    LINES)
                .build())
        .addMethod(
            MethodSpec.methodBuilder("methods")
                .addModifiers(Modifier.STATIC)
                .returns(METADATA)
                .addStatement("return PLAN.methods()")
                .build())
        .addMethod(answer("holes", VALUES, List.of("method", "template"), VALUES, "arguments"))
        .addMethod(answer("payload", TREE, List.of("method"), VALUES, "arguments"))
        .addMethod(answer("arguments", VALUES, List.of("method"), TREE, "tree"))
        .addMethod(answer("result", TREE, List.of("method"), TREE, "value"))
        .addMethod(answer("fromResult", TREE, List.of("method"), TREE, "tree"))
        .build();
  }

  private static MethodSpec answer(
      String name, TypeName gives, List<String> numbers, TypeName takes, String taken) {
    MethodSpec.Builder method =
        MethodSpec.methodBuilder(name).addModifiers(Modifier.STATIC).returns(gives);
    numbers.forEach(number -> method.addParameter(int.class, number));
    return method
        .addParameter(takes, taken)
        .addStatement(
            "return PLAN.$L($L, $L)",
            name,
            numbers.stream().collect(Collectors.joining(", ")),
            taken)
        .build();
  }
}
