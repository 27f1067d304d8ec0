package dev.sidegate.processor.write;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import dev.sidegate.processor.key.KeyText;
import dev.sidegate.processor.key.KeyText.KeyValue;
import dev.sidegate.processor.key.KeyText.Step;
import dev.sidegate.processor.shape.Access;
import dev.sidegate.processor.shape.Marks;
import dev.sidegate.tree.ToTree;
import java.util.Objects;
import javax.lang.model.element.Modifier;

/** Writes how the holes of a template are filled, one line per step; null stops a path. */
final class HoleCode {
  private final ToTreeCode trees;
  private int variables;

  HoleCode(ToTreeCode trees) {
    this.trees = trees;
  }

  /** The method that fills a template's holes. */
  MethodSpec method(String name, KeyText text) {
    MethodSpec.Builder method =
        MethodSpec.methodBuilder(name)
            .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
            .returns(Object[].class)
            .addParameter(Object[].class, "arguments")
            .addStatement("var holes = new $T[$L]", Object.class, text.values().size());
    variables = 0;
    for (int i = 0; i < text.values().size(); i++) {
      KeyValue value = text.values().get(i);
      if (value != null) {
        fill(method, i, value);
      }
    }
    return method.addStatement("return holes").build();
  }

  private void fill(MethodSpec.Builder method, int hole, KeyValue value) {
    method.addComment("{$L}", value.path());
    CodeBlock read = CodeBlock.of("arguments[$L]", value.argument());
    for (int i = 0; i < value.steps().size() - 1; i++) {
      Step step = value.steps().get(i);
      String variable = "step" + variables++;
      method.addStatement("var $L = $L", variable, known(read, step));
      read = read(variable, Objects.requireNonNull(value.steps().get(i + 1).access()));
    }
    method.addStatement("holes[$L] = $L", hole, filled(value, read));
  }

  private CodeBlock filled(KeyValue value, CodeBlock read) {
    Step last = value.steps().get(value.steps().size() - 1);
    return value.tree() == null
        ? held(read, last)
        : trees.tree(
            value.tree(),
            new Marks(false, value.sensitive()),
            new ToTreeCode.Source(operand(read, last), false));
  }

  private static CodeBlock read(String variable, Access access) {
    return CodeBlock.of(
        access.called() ? "$1L == null ? null : $1L.$2L()" : "$1L == null ? null : $1L.$2L",
        variable,
        access.member());
  }

  /** What was read, with the type that the next step needs. */
  private static CodeBlock known(CodeBlock read, Step step) {
    boolean typed = step.access() != null && !step.access().cast() && step.optional() == null;
    return typed ? read : CodeBlock.of("($T) $L", step.known(), operand(read, step));
  }

  /** What was read, so that a cast binds all of it. */
  private static CodeBlock operand(CodeBlock read, Step step) {
    boolean conditional = step.access() != null && step.optional() == null;
    return conditional ? CodeBlock.of("($L)", read) : held(read, step);
  }

  private static CodeBlock held(CodeBlock read, Step step) {
    return step.optional() == null ? read : CodeBlock.of("$T.present($L)", ToTree.class, read);
  }
}
