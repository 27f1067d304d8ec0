package dev.sidegate.processor.write;

import com.palantir.javapoet.CodeBlock;
import dev.sidegate.processor.guard.GuardedMethod;
import dev.sidegate.processor.guard.GuardedMethod.Argument;
import dev.sidegate.processor.guard.GuardedMethod.Result;
import dev.sidegate.processor.shape.Description;
import dev.sidegate.tree.ToTree;
import java.util.ArrayList;
import java.util.List;

/** Writes what the engine asks of a method before it calls anything: names, promises, schemas. */
final class MetadataCode {
  private MetadataCode() {}

  /** The expression of a method's metadata. */
  static CodeBlock of(GuardedMethod method) {
    Pairs pairs = new Pairs();
    pairs.add("method", method.name());
    pairs.add("descriptor", method.descriptor());
    pairs.add("effect", method.effect());
    pairs.add("owner", method.owner());
    pairs.add("key", method.key().template());
    pairs.add("scope", method.scope().template());
    pairs.add("order", method.order().template());
    pairs.add("parameters", texts(method.arguments().stream().map(Argument::name).toList()));
    pairs.add("schema", Fingerprint.of(arguments(method)));
    pairs.add("returns", method.result().returns());
    pairs.add("resultSchema", Fingerprint.of(result(method.result())));
    pairs.add("resultStored", method.result().stored());
    pairs.add("perAttempt", method.perAttempt());
    pairs.add("sensitive", method.sensitive());
    pairs.add("irreversible", method.irreversible());
    pairs.add("execution", method.execution());
    pairs.add("provider", method.provider().name());
    pairs.add("keyed", method.provider().keyed());
    pairs.add("keyTtl", method.provider().keyTtl());
    pairs.add("keyFormat", method.provider().keyFormat());
    pairs.add("header", method.provider().header());
    pairs.add("idempotent", method.provider().idempotent());
    pairs.add("notApplied", texts(method.provider().notApplied()));
    method.approval().ifPresent(approval -> pairs.add("approval", approval(approval)));
    method.reconciler().ifPresent(found -> pairs.add("reconciles", reconciler(found)));
    return pairs.map();
  }

  /** The form of the arguments, such as {@code (0:{id:string},2:integer)}. */
  static String arguments(GuardedMethod method) {
    List<String> described = new ArrayList<>();
    for (int i = 0; i < method.arguments().size(); i++) {
      Argument argument = method.arguments().get(i);
      if (argument.shape() != null) {
        described.add(i + ":" + Description.of(argument.shape(), argument.marks()));
      }
    }
    return "(" + String.join(",", described) + ")";
  }

  private static String result(Result result) {
    return result.shape() == null ? "void" : Description.of(result.shape(), result.marks());
  }

  private static CodeBlock approval(GuardedMethod.Approval approval) {
    Pairs pairs = new Pairs();
    pairs.add("role", approval.role());
    pairs.add("mode", approval.mode());
    pairs.add("unless", approval.unless());
    pairs.add("expiresIn", approval.expiresIn());
    return pairs.map();
  }

  private static CodeBlock reconciler(GuardedMethod.Reconciler reconciler) {
    Pairs pairs = new Pairs();
    pairs.add("method", reconciler.method());
    pairs.add("descriptor", reconciler.descriptor());
    pairs.add("version", CodeBlock.of("$L", reconciler.version()));
    pairs.add("settleDelay", reconciler.settleDelay());
    pairs.add(
        "takes",
        list(reconciler.takes().stream().map(position -> CodeBlock.of("$L", position)).toList()));
    return pairs.map();
  }

  private static CodeBlock texts(List<String> texts) {
    return list(texts.stream().map(text -> CodeBlock.of("$S", text)).toList());
  }

  private static CodeBlock list(List<CodeBlock> items) {
    return CodeBlock.of("$T.of($L)", List.class, CodeBlock.join(items, ", "));
  }

  /** Names and values, one pair to a line. */
  private static final class Pairs {
    private final List<CodeBlock> lines = new ArrayList<>();

    void add(String name, String value) {
      add(name, CodeBlock.of("$S", value));
    }

    void add(String name, boolean value) {
      add(name, CodeBlock.of("$L", value));
    }

    void add(String name, CodeBlock value) {
      lines.add(CodeBlock.of("$S, $L", name, value));
    }

    CodeBlock map() {
      return CodeBlock.of("$T.metadata(\n$>$>$L$<$<)", ToTree.class, CodeBlock.join(lines, ",\n"));
    }
  }
}
