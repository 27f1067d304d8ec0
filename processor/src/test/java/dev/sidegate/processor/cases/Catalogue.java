package dev.sidegate.processor.cases;

import dev.sidegate.processor.cases.Family.Case;
import dev.sidegate.processor.report.Message;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The page that lists every message, made from the cases that the tests compile. */
final class Catalogue {
  private static final String HEAD =
      """
      # What the processor says

      Every message has a code that stays. Errors are below 100; warnings begin at 100, and
      `@SuppressWarnings("SG101")` on the method or a class around it silences one of them. Each
      message says where (compilers point at the annotation's value, the text at the offset inside
      it), why, and what to write instead.

      Options: `-Asidegate.strict=true` makes each tool method say `@SideEffect` or `@ReadOnly`;
      `-Asidegate.tools=com.acme.Tool,com.acme.Action` adds annotations of tools to the known ones
      (LangChain4j, Spring AI, MCP, ADK, Semantic Kernel, Quarkus MCP).

      This page is made from `src/test/resources/cases`, which the tests compile with javac 17,
      javac 25 and Eclipse's compiler. Write it anew with
      `mvn -pl processor -am test -Dtest=CatalogueTest -Dsidegate.cases=write`.

      What no compiler can see: bodies of methods (a key that is made of a random parameter), local
      and anonymous classes. Their tools are guarded when they are woven, or refused. Javac's
      `-Xlint:processing` complains of every foreign annotation as soon as any processor runs, this
      one too; it has nothing to say of Sidegate's own.
      """;

  private final List<Family> families;

  Catalogue(List<Family> families) {
    this.families = families;
  }

  String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (Message message : Message.values()) {
      text.append(String.format(Locale.ROOT, "%n## %s", message.code()));
      text.append(message.isWarning() ? " (warning)\n" : "\n");
      Optional<Case> example = example(message);
      if (example.isPresent()) {
        append(text, example.get());
      } else {
        text.append("\n").append(words(message)).append("\n");
      }
    }
    return text.toString();
  }

  /** The first case that shows how the message is mended, else the first that brings it. */
  Optional<Case> example(Message message) {
    List<Case> all =
        families.stream()
            .flatMap(family -> family.cases().stream())
            .filter(one -> one.said().size() == 1)
            .filter(one -> one.said().get(0).code().equals(message.code()))
            .toList();
    return all.stream()
        .filter(one -> !one.mended().isEmpty())
        .findFirst()
        .or(() -> all.stream().findFirst());
  }

  private static void append(StringBuilder text, Case one) {
    text.append("\n").append(sentence(one.title())).append(":\n\n");
    code(text, "java", String.join("\n", one.code()).stripIndent());
    text.append("\n");
    code(text, "", one.said().get(0).text());
    if (!one.mended().isEmpty()) {
      text.append("\nMended:\n\n");
      code(text, "java", String.join("\n", one.mended()).stripIndent());
    }
  }

  private static void code(StringBuilder text, String language, String code) {
    text.append("```").append(language).append('\n').append(code).append("\n```\n");
  }

  private static String words(Message message) {
    return switch (message) {
      case OPTION ->
          "An option of the processor has a value that it cannot have. `-Asidegate.strict` is `true`"
              + " or `false`; `-Asidegate.tools` names annotations in full, separated by commas.";
      default -> throw new AssertionError("no case shows " + message);
    };
  }

  private static String sentence(String title) {
    return Character.toUpperCase(title.charAt(0)) + title.substring(1);
  }
}
