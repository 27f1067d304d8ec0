package dev.sidegate.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import dev.sidegate.processor.shape.Marks;
import dev.sidegate.processor.shape.Shape;
import dev.sidegate.tree.ToTree;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.lang.model.element.Modifier;

/**
 * Writes how values become trees: an expression where one will do, a method of its own for each
 * record, bean and sealed type.
 */
final class ToTreeCode {
  private final MemberNames names;
  private final Map<String, MethodSpec> methods = new LinkedHashMap<>();
  private int lambdas;

  ToTreeCode(MemberNames names) {
    this.names = names;
  }

  /** The methods that the expressions call. */
  Iterable<MethodSpec> methods() {
    return methods.values();
  }

  /** The tree of a marked value. */
  CodeBlock tree(Shape shape, Marks marks, Source value) {
    CodeBlock tree = tree(shape, value);
    if (marks.sensitive()) {
      tree = CodeBlock.of("$T.sensitive($L)", ToTree.class, tree);
    }
    return marks.freeText() ? CodeBlock.of("$T.freeText($L)", ToTree.class, tree) : tree;
  }

  /** The tree of a value. */
  CodeBlock tree(Shape shape, Source value) {
    return shape.accept(new Expression(value));
  }

  /**
   * A value in generated code.
   *
   * @param code what reads it
   * @param typed whether the compiler knows its declared type, or only {@link Object}
   */
  record Source(CodeBlock code, boolean typed) {

    static Source object(String code) {
      return new Source(CodeBlock.of("$L", code), false);
    }

    CodeBlock as(TypeName type) {
      return typed ? code : CodeBlock.of("($T) $L", type, code);
    }
  }

  /** What turns an element into its tree, as a function. */
  private CodeBlock function(Shape shape) {
    String simple = simple(shape);
    return simple.isEmpty() ? lambda(shape) : CodeBlock.of("$T::$L", ToTree.class, simple);
  }

  private CodeBlock lambda(Shape shape) {
    String each = "each" + (lambdas == 0 ? "" : lambdas + 1);
    lambdas++;
    CodeBlock lambda = CodeBlock.of("$L -> $L", each, tree(shape, Source.object(each)));
    lambdas--;
    return lambda;
  }

  private static String simple(Shape shape) {
    if (shape instanceof Shape.One one) {
      return ScalarCode.toTree(one.scalar());
    } else if (shape instanceof Shape.Bytes) {
      return "same";
    } else if (shape instanceof Shape.Constant) {
      return "constant";
    } else if (shape instanceof Shape.Open) {
      return "open";
    }
    return shape instanceof Shape.MaybeNumber ? "presentNumber" : "";
  }

  private final class Expression implements Shape.Visitor<CodeBlock> {
    private final Source value;

    Expression(Source value) {
      this.value = value;
    }

    @Override
    public CodeBlock one(Shape.One one) {
      String method = ScalarCode.toTree(one.scalar());
      return method.equals("same") ? value.code() : call(method);
    }

    @Override
    public CodeBlock bytes(Shape.Bytes bytes) {
      return value.code();
    }

    @Override
    public CodeBlock constant(Shape.Constant constant) {
      return call("constant");
    }

    @Override
    public CodeBlock open(Shape.Open open) {
      return call("open");
    }

    @Override
    public CodeBlock maybe(Shape.Maybe maybe) {
      return tree(maybe.held(), new Source(call("present"), false));
    }

    @Override
    public CodeBlock maybeNumber(Shape.MaybeNumber maybe) {
      return call("presentNumber");
    }

    @Override
    public CodeBlock many(Shape.Many many) {
      String method =
          switch (many.kind()) {
            case LIST -> "list";
            case SET -> "set";
            case BY_VALUE -> "collection";
          };
      return call(method, many.element());
    }

    @Override
    public CodeBlock array(Shape.Array array) {
      return call("array", array.element());
    }

    @Override
    public CodeBlock entries(Shape.Entries entries) {
      return call("map", entries.value());
    }

    @Override
    public CodeBlock fields(Shape.Fields fields) {
      String name = methodName(fields.identity(), fields.type());
      if (!methods.containsKey(name)) {
        methods.put(name, MethodSpec.methodBuilder(name).build());
        methods.put(name, method(name, fields));
      }
      return CodeBlock.of("$L($L)", name, value.as(fields.type()));
    }

    @Override
    public CodeBlock oneOf(Shape.OneOf oneOf) {
      String name = methodName(oneOf.identity(), oneOf.type());
      if (!methods.containsKey(name)) {
        methods.put(name, MethodSpec.methodBuilder(name).build());
        methods.put(name, method(name, oneOf));
      }
      return CodeBlock.of("$L($L)", name, value.as(oneOf.type()));
    }

    private CodeBlock call(String method) {
      return CodeBlock.of("$T.$L($L)", ToTree.class, method, value.code());
    }

    private CodeBlock call(String method, Shape element) {
      return CodeBlock.of("$T.$L($L, $L)", ToTree.class, method, value.code(), function(element));
    }
  }

  private String methodName(String identity, TypeName type) {
    return names.of("toTree " + identity, "treeOf" + simpleName(type));
  }

  static String simpleName(TypeName type) {
    return ((ClassName) type).simpleName();
  }

  private MethodSpec method(String name, Shape.Fields shape) {
    MethodSpec.Builder method = toTree(name, shape.type());
    if (!shape.isFinal()) {
      method.addStatement("$T.exactly($T.class, value)", ToTree.class, shape.type());
    }
    method.addStatement("var fields = $T.fields()", ToTree.class);
    for (Shape.Field field : shape.fields()) {
      CodeBlock read =
          CodeBlock.of(field.read().called() ? "value.$L()" : "value.$L", field.read().member());
      method.addStatement(
          "$T.field(fields, $S, $L)",
          ToTree.class,
          field.name(),
          tree(field.shape(), field.marks(), new Source(read, !field.read().cast())));
    }
    return method.addStatement("return fields").build();
  }

  private MethodSpec method(String name, Shape.OneOf shape) {
    MethodSpec.Builder method = toTree(name, shape.type());
    for (Shape.Case one : shape.cases()) {
      method.beginControlFlow("if (value.getClass() == $T.class)", one.type());
      method.addStatement(
          "return $T.is($S, $L)",
          ToTree.class,
          one.tag(),
          tree(one.shape(), new Source(CodeBlock.of("value"), false)));
      method.endControlFlow();
    }
    return method.addStatement("throw $T.notPermitted(value)", ToTree.class).build();
  }

  private static MethodSpec.Builder toTree(String name, TypeName type) {
    return MethodSpec.methodBuilder(name)
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .returns(Object.class)
        .addParameter(type, "value")
        .beginControlFlow("if (value == null)")
        .addStatement("return null")
        .endControlFlow();
  }
}
