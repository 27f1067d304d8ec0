package dev.sidegate.processor.write;

import dev.sidegate.processor.guard.GuardedMethod;
import dev.sidegate.processor.guard.GuardedMethod.Approval;
import dev.sidegate.processor.guard.GuardedMethod.Argument;
import dev.sidegate.processor.guard.GuardedMethod.Reconciler;
import dev.sidegate.processor.guard.GuardedMethod.Result;
import dev.sidegate.processor.shape.Description;
import java.util.ArrayList;
import java.util.List;

/** Writes what the engine asks of a method before it calls anything: names, promises, schemas. */
final class MetadataText {
  private final StringBuilder line = new StringBuilder("method");

  private MetadataText() {}

  /** The line of a method; what the engine takes for granted is left out. */
  static String of(GuardedMethod method, Fingerprints fingerprints) {
    MetadataText text = new MetadataText();
    text.add("method", method.name());
    text.add("descriptor", method.descriptor());
    text.add("effect", method.effect());
    text.add("owner", method.owner());
    text.add("key", method.key().template());
    text.add("scope", method.scope().template());
    text.add("order", method.order().template());
    text.add("parameters", method.arguments().stream().map(Argument::name).toList());
    text.add("schema", fingerprints.of(arguments(method)));
    text.addUnless("value", "returns", method.result().returns());
    text.add("resultSchema", fingerprints.of(result(method.result())));
    text.add("resultStored", method.result().stored());
    text.add("perAttempt", method.perAttempt());
    text.add("sensitive", method.sensitive());
    text.add("irreversible", method.irreversible());
    text.addUnless("INLINE", "execution", method.execution());
    text.add(method.provider());
    method.approval().ifPresent(text::add);
    method.reconciler().ifPresent(text::add);
    return text.line.toString();
  }

  /** The form of the arguments, such as {@code (0:{id:string},2:integer)}. */
  private static String arguments(GuardedMethod method) {
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

  private void add(GuardedMethod.Provider provider) {
    add("provider", provider.name());
    add("keyed", provider.keyed());
    add("keyTtl", provider.keyTtl());
    addUnless("HEX32", "keyFormat", provider.keyFormat());
    addUnless("Idempotency-Key", "header", provider.header());
    add("idempotent", provider.idempotent());
    add("notApplied", provider.notApplied());
  }

  private void add(Approval approval) {
    add("approval.role", approval.role());
    add("approval.mode", approval.mode());
    add("approval.unless", approval.unless());
    add("approval.expiresIn", approval.expiresIn());
  }

  private void add(Reconciler reconciler) {
    add("reconciles.method", reconciler.method());
    add("reconciles.descriptor", reconciler.descriptor());
    add("reconciles.version", String.valueOf(reconciler.version()));
    add("reconciles.settleDelay", reconciler.settleDelay());
    add("reconciles.takes", reconciler.takes().stream().map(String::valueOf).toList());
  }

  private void addUnless(String granted, String name, String value) {
    if (!value.equals(granted)) {
      add(name, value);
    }
  }

  private void add(String name, List<String> values) {
    add(name, String.join(",", values));
  }

  private void add(String name, boolean value) {
    if (value) {
      line.append(' ').append(name);
    }
  }

  private void add(String name, String value) {
    if (!value.isEmpty()) {
      line.append(' ').append(name).append('=').append(escaped(value));
    }
  }

  /** A word holds no blank and no line's end. */
  private static String escaped(String value) {
    return value.indexOf(' ') < 0 && value.indexOf('\\') < 0 && value.indexOf('\n') < 0
        ? value
        : value.replace("\\", "\\\\").replace(" ", "\\s").replace("\n", "\\n");
  }
}
