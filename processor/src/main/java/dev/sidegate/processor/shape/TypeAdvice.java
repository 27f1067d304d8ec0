package dev.sidegate.processor.shape;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Why well-known types cannot stand in a payload, and what to write instead. Names end with a dot
 * where a whole package is meant.
 */
record TypeAdvice(String reason, String remedy) {
  private static final Map<String, TypeAdvice> BY_NAME = new LinkedHashMap<>();
  private static final Map<String, TypeAdvice> BY_PREFIX = new LinkedHashMap<>();

  static {
    TypeAdvice once =
        new TypeAdvice(
            "it can be read only once, and then nobody knows what it said",
            "pass its content: a String, byte[] or List");
    add(
        once,
        "java.io.InputStream",
        "java.io.Reader",
        "java.util.Iterator",
        "java.util.Enumeration");
    add(once, "java.util.stream.", "java.nio.channels.", "java.util.Scanner");
    add(
        new TypeAdvice(
            "it gives its values later, when nothing guards them", "pass the values: a List"),
        "org.reactivestreams.",
        "reactor.core.",
        "io.reactivex.",
        "io.smallrye.mutiny.",
        "kotlinx.coroutines.",
        "java.util.concurrent.Flow");
    add(
        new TypeAdvice("it is a promise of a value, not a value", "pass the value"),
        "java.util.concurrent.Future",
        "java.util.concurrent.CompletionStage",
        "java.util.concurrent.CompletableFuture");
    add(
        new TypeAdvice("it is code, not a value", "pass the values that the code would use"),
        "java.util.function.",
        "java.lang.Runnable",
        "java.util.concurrent.Callable",
        "java.util.Comparator");
    add(
        new TypeAdvice(
            "any value may stand there",
            "declare the type that is meant, or Map<String, Object> for JSON"),
        "java.lang.Object",
        "java.io.Serializable");
    add(
        new TypeAdvice("any number may stand there", "declare Long, BigDecimal or Double"),
        "java.lang.Number");
    add(new TypeAdvice("any text may stand there", "declare String"), "java.lang.CharSequence");
    add(
        new TypeAdvice("it may change after it was hashed", "declare Instant or LocalDate"),
        "java.util.Date",
        "java.util.Calendar",
        "java.util.GregorianCalendar",
        "java.sql.");
    add(
        new TypeAdvice(
            "it is a place on this machine, not what stands there",
            "pass a name as String, or the content as byte[]"),
        "java.io.File",
        "java.nio.file.Path");
    add(new TypeAdvice("comparing two of them asks the network", "declare URI"), "java.net.URL");
    add(
        new TypeAdvice(
            "it belongs to a JSON library, of which no version can be relied on",
            "declare Map<String, Object> or List<Object>"),
        "com.fasterxml.jackson.",
        "tools.jackson.",
        "com.google.gson.",
        "jakarta.json.",
        "org.json.");
    add(
        new TypeAdvice("another language's types are not supported", "declare the Java type"),
        "kotlin.",
        "scala.");
  }

  private static void add(TypeAdvice advice, String... names) {
    for (String name : names) {
      BY_NAME.put(name, advice);
      BY_PREFIX.put(name.endsWith(".") ? name : name + ".", advice);
    }
  }

  /** Advice on this very type or its package. */
  static Optional<TypeAdvice> on(String qualifiedName) {
    TypeAdvice exact = BY_NAME.get(qualifiedName);
    if (exact != null) {
      return Optional.of(exact);
    }
    for (Map.Entry<String, TypeAdvice> entry : BY_PREFIX.entrySet()) {
      if (qualifiedName.startsWith(entry.getKey())) {
        return Optional.of(entry.getValue());
      }
    }
    return Optional.empty();
  }
}
