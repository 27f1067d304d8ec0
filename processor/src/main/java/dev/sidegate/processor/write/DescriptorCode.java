package dev.sidegate.processor.write;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import dev.sidegate.Generated;
import dev.sidegate.processor.guard.GuardedClass;
import dev.sidegate.processor.guard.GuardedMethod;
import dev.sidegate.processor.guard.GuardedMethod.Argument;
import dev.sidegate.processor.key.KeyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.lang.model.element.Modifier;

/**
 * Writes the descriptor of one class: metadata, keys, payloads and results of its guarded methods,
 * by number.
 */
public final class DescriptorCode {
  private static final int PROTOCOL = 1;
  private static final List<String> TEMPLATES = List.of("Key", "Scope", "Order");

  private final GuardedClass guarded;
  private final MemberNames names =
      new MemberNames(Set.of("methods", "holes", "payload", "arguments", "result", "fromResult"));
  private final ToTreeCode toTree = new ToTreeCode(names);
  private final FromTreeCode fromTree = new FromTreeCode(names);
  private final List<MethodSpec> parts = new ArrayList<>();

  private DescriptorCode(GuardedClass guarded) {
    this.guarded = guarded;
  }

  /** The file of a class's descriptor. */
  public static JavaFile of(GuardedClass guarded) {
    return new DescriptorCode(guarded).file();
  }

  private JavaFile file() {
    TypeSpec.Builder type =
        TypeSpec.classBuilder(guarded.descriptorName())
            .addModifiers(Modifier.FINAL)
            .addOriginatingElement(guarded.source())
            .addAnnotation(
                AnnotationSpec.builder(Generated.class)
                    .addMember("value", "$S", "dev.sidegate.processor")
                    .build())
            .addAnnotation(suppressions())
            .addField(
                FieldSpec.builder(int.class, "PROTOCOL", Modifier.STATIC, Modifier.FINAL)
                    .initializer("$L", PROTOCOL)
                    .build())
            .addMethod(MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build())
            .addMethod(methods())
            .addMethod(holes())
            .addMethod(payload())
            .addMethod(arguments())
            .addMethod(result())
            .addMethod(fromResult());
    parts.forEach(type::addMethod);
    toTree.methods().forEach(type::addMethod);
    fromTree.methods().forEach(type::addMethod);
    return JavaFile.builder(guarded.packageName(), type.build())
        .skipJavaLangImports(true)
        .indent("  ")
        .build();
  }

  /** The user's types may be deprecated, and type arguments are erased on purpose. */
  private static AnnotationSpec suppressions() {
    AnnotationSpec.Builder suppress = AnnotationSpec.builder(SuppressWarnings.class);
    for (String warning :
        List.of("all", "cast", "deprecation", "rawtypes", "removal", "unchecked")) {
      suppress.addMember("value", "$S", warning);
    }
    return suppress.build();
  }

  private MethodSpec methods() {
    List<CodeBlock> each = new ArrayList<>();
    for (int i = 0; i < guarded.methods().size(); i++) {
      GuardedMethod method = guarded.methods().get(i);
      String name = name(i, "Metadata");
      parts.add(
          MethodSpec.methodBuilder(name)
              .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
              .returns(ParameterizedTypeName.get(Map.class, String.class, Object.class))
              .addStatement("return $L", MetadataCode.of(method))
              .build());
      each.add(CodeBlock.of("$L()", name));
    }
    return packagePrivate("methods")
        .returns(ArrayTypeName.of(ParameterizedTypeName.get(Map.class, String.class, Object.class)))
        .addStatement("return new $T[] {$L}", Map.class, CodeBlock.join(each, ", "))
        .build();
  }

  private MethodSpec holes() {
    MethodSpec.Builder holes =
        packagePrivate("holes")
            .returns(Object[].class)
            .addParameter(int.class, "method")
            .addParameter(int.class, "template")
            .addParameter(Object[].class, "arguments");
    HoleCode code = new HoleCode(toTree);
    Map<Integer, CodeBlock> cases = new TreeMap<>();
    for (int i = 0; i < guarded.methods().size(); i++) {
      GuardedMethod method = guarded.methods().get(i);
      List<KeyText> texts = List.of(method.key(), method.scope(), method.order());
      for (int template = 0; template < texts.size(); template++) {
        if (!texts.get(template).values().isEmpty()) {
          String name = name(i, TEMPLATES.get(template));
          parts.add(code.method(name, texts.get(template)));
          cases.put(i * TEMPLATES.size() + template, CodeBlock.of("$L(arguments)", name));
        }
      }
    }
    holes.addCode("return switch (method * $L + template) {\n$>", TEMPLATES.size());
    cases.forEach((number, call) -> holes.addCode("case $L -> $L;\n", number, call));
    holes.addCode("default -> new $T[0];\n$<};\n", Object.class);
    return holes.build();
  }

  private MethodSpec payload() {
    Map<Integer, CodeBlock> cases = new TreeMap<>();
    for (int i = 0; i < guarded.methods().size(); i++) {
      String name = name(i, "Payload");
      parts.add(payload(name, guarded.methods().get(i)));
      cases.put(i, CodeBlock.of("$L(arguments)", name));
    }
    return dispatch(
        packagePrivate("payload")
            .returns(Object.class)
            .addParameter(int.class, "method")
            .addParameter(Object[].class, "arguments"),
        cases);
  }

  private MethodSpec payload(String name, GuardedMethod method) {
    MethodSpec.Builder code =
        MethodSpec.methodBuilder(name)
            .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
            .returns(Object.class)
            .addParameter(Object[].class, "arguments")
            .addStatement("var fields = $T.fields()", dev.sidegate.tree.ToTree.class);
    for (int i = 0; i < method.arguments().size(); i++) {
      Argument argument = method.arguments().get(i);
      if (argument.shape() != null) {
        code.addStatement(
            "$T.field(fields, $S, $L)",
            dev.sidegate.tree.ToTree.class,
            String.valueOf(i),
            toTree.tree(
                argument.shape(),
                argument.marks(),
                ToTreeCode.Source.object("arguments[" + i + "]")));
      }
    }
    return code.addStatement("return fields").build();
  }

  private MethodSpec arguments() {
    Map<Integer, CodeBlock> cases = new TreeMap<>();
    for (int i = 0; i < guarded.methods().size(); i++) {
      GuardedMethod method = guarded.methods().get(i);
      if (!method.perAttempt()) {
        String name = name(i, "Arguments");
        parts.add(arguments(name, method));
        cases.put(i, CodeBlock.of("$L(tree)", name));
      }
    }
    return dispatch(
        packagePrivate("arguments")
            .returns(Object[].class)
            .addParameter(int.class, "method")
            .addParameter(Object.class, "tree"),
        cases);
  }

  private MethodSpec arguments(String name, GuardedMethod method) {
    List<CodeBlock> values = new ArrayList<>();
    for (int i = 0; i < method.arguments().size(); i++) {
      Argument argument = method.arguments().get(i);
      CodeBlock tree = CodeBlock.of("fields.get($S)", String.valueOf(i));
      values.add(
          fromTree.value(
              java.util.Objects.requireNonNull(argument.shape()), argument.marks(), tree));
    }
    return MethodSpec.methodBuilder(name)
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .returns(Object[].class)
        .addParameter(Object.class, "tree")
        .addStatement("var fields = $T.fields(tree)", dev.sidegate.tree.FromTree.class)
        .addStatement("return new $T[] {$L}", Object.class, CodeBlock.join(values, ",\n"))
        .build();
  }

  private MethodSpec result() {
    Map<Integer, CodeBlock> cases = new TreeMap<>();
    for (int i = 0; i < guarded.methods().size(); i++) {
      GuardedMethod.Result result = guarded.methods().get(i).result();
      cases.put(
          i,
          result.shape() == null
              ? CodeBlock.of("null")
              : toTree.tree(result.shape(), result.marks(), ToTreeCode.Source.object("value")));
    }
    return dispatch(
        packagePrivate("result")
            .returns(Object.class)
            .addParameter(int.class, "method")
            .addParameter(Object.class, "value"),
        cases);
  }

  private MethodSpec fromResult() {
    Map<Integer, CodeBlock> cases = new TreeMap<>();
    for (int i = 0; i < guarded.methods().size(); i++) {
      GuardedMethod.Result result = guarded.methods().get(i).result();
      cases.put(
          i,
          result.shape() == null
              ? CodeBlock.of("null")
              : fromTree.value(result.shape(), result.marks(), CodeBlock.of("tree")));
    }
    return dispatch(
        packagePrivate("fromResult")
            .returns(Object.class)
            .addParameter(int.class, "method")
            .addParameter(Object.class, "tree"),
        cases);
  }

  private static MethodSpec dispatch(MethodSpec.Builder method, Map<Integer, CodeBlock> cases) {
    method.beginControlFlow("switch (method)");
    cases.forEach(
        (number, value) -> {
          method.addCode("case $L:\n", number);
          method.addStatement("$>return $L$<", value);
        });
    method.addCode("default:\n");
    method.addStatement("$>throw $T.noMethod(method)$<", dev.sidegate.tree.ToTree.class);
    return method.endControlFlow().build();
  }

  private String name(int method, String what) {
    return names.of(what + " " + method, guarded.methods().get(method).name() + what);
  }

  private static MethodSpec.Builder packagePrivate(String name) {
    return MethodSpec.methodBuilder(name).addModifiers(Modifier.STATIC);
  }
}
