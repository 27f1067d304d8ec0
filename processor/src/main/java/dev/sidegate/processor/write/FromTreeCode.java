package dev.sidegate.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import dev.sidegate.processor.shape.Marks;
import dev.sidegate.processor.shape.Shape;
import dev.sidegate.tree.FromTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import javax.lang.model.element.Modifier;

/** Writes how trees become values again; the mirror of {@link ToTreeCode}. */
final class FromTreeCode {
  private final MemberNames names;
  private final Map<String, MethodSpec> methods = new LinkedHashMap<>();
  private int lambdas;

  FromTreeCode(MemberNames names) {
    this.names = names;
  }

  /** The methods that the expressions call. */
  Iterable<MethodSpec> methods() {
    return methods.values();
  }

  /** The value of a marked tree. */
  CodeBlock value(Shape shape, Marks marks, CodeBlock tree) {
    boolean marked = marks.freeText() || marks.sensitive();
    return value(shape, marked ? CodeBlock.of("$T.unmarked($L)", FromTree.class, tree) : tree);
  }

  /** The value of a tree. */
  CodeBlock value(Shape shape, CodeBlock tree) {
    return shape.accept(new Expression(tree));
  }

  private CodeBlock function(Shape shape) {
    return shape instanceof Shape.One one && ScalarCode.toTree(one.scalar()).equals("same")
        ? CodeBlock.of("$T::same", FromTree.class)
        : lambda(shape);
  }

  private CodeBlock lambda(Shape shape) {
    String each = "each" + (lambdas == 0 ? "" : lambdas + 1);
    lambdas++;
    CodeBlock lambda = CodeBlock.of("$L -> $L", each, value(shape, CodeBlock.of("$L", each)));
    lambdas--;
    return lambda;
  }

  private final class Expression implements Shape.Visitor<CodeBlock> {
    private final CodeBlock tree;

    Expression(CodeBlock tree) {
      this.tree = tree;
    }

    @Override
    public CodeBlock one(Shape.One one) {
      return ScalarCode.fromTree(one.scalar(), one.primitive(), tree);
    }

    @Override
    public CodeBlock bytes(Shape.Bytes bytes) {
      return CodeBlock.of("(byte[]) $L", tree);
    }

    @Override
    public CodeBlock constant(Shape.Constant constant) {
      return CodeBlock.of(
          "($T) $T.parsed($L, $T::valueOf)",
          constant.type(),
          FromTree.class,
          tree,
          constant.type());
    }

    @Override
    public CodeBlock open(Shape.Open open) {
      return open.type().equals(ClassName.OBJECT)
          ? CodeBlock.of("$T.open($L)", FromTree.class, tree)
          : CodeBlock.of("($T) $T.open($L)", open.type(), FromTree.class, tree);
    }

    @Override
    public CodeBlock maybe(Shape.Maybe maybe) {
      return CodeBlock.of(
          "($T) $T.ofNullable($L)", Optional.class, Optional.class, value(maybe.held(), tree));
    }

    @Override
    public CodeBlock maybeNumber(Shape.MaybeNumber maybe) {
      return switch (maybe.scalar()) {
        case INT ->
            CodeBlock.of(
                "$L == null ? $T.empty() : $T.of($T.toInt($L))",
                tree,
                OptionalInt.class,
                OptionalInt.class,
                FromTree.class,
                tree);
        case LONG ->
            CodeBlock.of(
                "$L == null ? $T.empty() : $T.of($T.toLong($L))",
                tree,
                OptionalLong.class,
                OptionalLong.class,
                FromTree.class,
                tree);
        default ->
            CodeBlock.of(
                "$L == null ? $T.empty() : $T.of($T.toDouble($L))",
                tree,
                OptionalDouble.class,
                OptionalDouble.class,
                FromTree.class,
                tree);
      };
    }

    @Override
    public CodeBlock many(Shape.Many many) {
      return many.built() == null
          ? CodeBlock.of(
              "($T) $T.collection($L, $L)",
              Collection.class,
              FromTree.class,
              tree,
              function(many.element()))
          : CodeBlock.of(
              "($T) $T.elements($L, new $T<>(), $L)",
              many.built(),
              FromTree.class,
              tree,
              many.built(),
              function(many.element()));
    }

    @Override
    public CodeBlock array(Shape.Array array) {
      return CodeBlock.of(
          "($T[]) $T.array($L, $T.class, $L)",
          array.component(),
          FromTree.class,
          tree,
          array.component(),
          function(array.element()));
    }

    @Override
    public CodeBlock entries(Shape.Entries entries) {
      CodeBlock key =
          entries.key() instanceof Shape.Constant constant
              ? CodeBlock.of("$T::valueOf", constant.type())
              : ScalarCode.key(((Shape.One) entries.key()).scalar());
      return CodeBlock.of(
          "($T) $T.entries($L, new $T<>(), $L, $L)",
          entries.built(),
          FromTree.class,
          tree,
          entries.built(),
          key,
          function(entries.value()));
    }

    @Override
    public CodeBlock fields(Shape.Fields fields) {
      String name = methodName(fields.identity(), fields.type());
      if (!methods.containsKey(name)) {
        methods.put(name, MethodSpec.methodBuilder(name).build());
        methods.put(name, method(name, fields));
      }
      return CodeBlock.of("$L($L)", name, tree);
    }

    @Override
    public CodeBlock oneOf(Shape.OneOf oneOf) {
      String name = methodName(oneOf.identity(), oneOf.type());
      if (!methods.containsKey(name)) {
        methods.put(name, MethodSpec.methodBuilder(name).build());
        methods.put(name, method(name, oneOf));
      }
      return CodeBlock.of("$L($L)", name, tree);
    }
  }

  private String methodName(String identity, TypeName type) {
    return names.of("fromTree " + identity, "to" + ToTreeCode.simpleName(type));
  }

  private MethodSpec method(String name, Shape.Fields shape) {
    Shape.Construction how = Objects.requireNonNull(shape.construction(), shape.identity());
    MethodSpec.Builder method = fromTree(name, shape.type());
    method.addStatement("var fields = $T.fields(tree)", FromTree.class);
    Map<String, CodeBlock> values = new HashMap<>();
    for (Shape.Field field : shape.fields()) {
      CodeBlock tree = CodeBlock.of("fields.get($S)", field.name());
      values.put(field.name(), value(field.shape(), field.marks(), tree));
    }
    List<CodeBlock> arguments = new ArrayList<>();
    for (String argument : how.arguments()) {
      arguments.add(Objects.requireNonNull(values.get(argument)));
    }
    CodeBlock built = CodeBlock.of("new $T($L)", shape.type(), CodeBlock.join(arguments, ",\n"));
    if (how.setters().isEmpty()) {
      return method.addStatement("return $L", built).build();
    }
    method.addStatement("$T value = $L", shape.type(), built);
    for (Shape.Setting setting : how.setters()) {
      method.addStatement(
          setting.called() ? "value.$L($L)" : "value.$L = $L",
          setting.member(),
          Objects.requireNonNull(values.get(setting.field())));
    }
    return method.addStatement("return value").build();
  }

  private MethodSpec method(String name, Shape.OneOf shape) {
    MethodSpec.Builder method = fromTree(name, shape.type());
    method.addStatement("var subtype = $T.subtype(tree)", FromTree.class);
    method.beginControlFlow("switch (subtype)");
    for (Shape.Case one : shape.cases()) {
      method.addCode("case $S:\n", one.tag());
      method.addStatement(
          "$>return $L$<", value(one.shape(), CodeBlock.of("$T.subtree(tree)", FromTree.class)));
    }
    method.addCode("default:\n");
    method.addStatement("$>throw $T.unknown(subtype)$<", FromTree.class);
    return method.endControlFlow().build();
  }

  private static MethodSpec.Builder fromTree(String name, TypeName type) {
    return MethodSpec.methodBuilder(name)
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .returns(type)
        .addParameter(Object.class, "tree")
        .beginControlFlow("if (tree == null)")
        .addStatement("return null")
        .endControlFlow();
  }
}
