package dev.sidegate.processor.cases;

import dev.sidegate.processor.Build;
import dev.sidegate.processor.Sources;
import dev.sidegate.processor.cases.Family.Case;
import dev.sidegate.processor.cases.Family.Said;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;

/** Compiles all cases of a family in one go, each in a package of its own. */
final class CaseBuild {
  private static final List<String> IMPORTS =
      List.of(
          "cases.Shop.*",
          "dev.sidegate.*",
          "java.math.*",
          "java.time.*",
          "java.util.*",
          "java.util.concurrent.*");

  /** Stands for Kotlin's, by which a suspend function is known. */
  private static final String CONTINUATION =
      "package kotlin.coroutines;\npublic interface Continuation<T> {}\n";

  private static final Pattern FILE = Pattern.compile(".*c(\\d+)[/\\\\]Case\\.java");

  private final Function<Path, Build> compiler;
  private final Path directory;

  /**
   * With a compiler.
   *
   * @param compiler makes a build in a directory
   */
  CaseBuild(Function<Path, Build> compiler, Path directory) {
    this.compiler = compiler;
    this.directory = directory;
  }

  /** What the compiler says of each case, in the order of the family. */
  List<List<Said>> failing(Family family) {
    Build.Result result = compile(family, Case::code, "failing", List.of());
    List<List<Said>> said = new ArrayList<>();
    family.cases().forEach(one -> said.add(new ArrayList<>()));
    int head = head(family, "").split("\n", -1).length - 1;
    for (Build.Said one : result.said()) {
      Matcher file = FILE.matcher(one.path());
      if (isTold(one) && file.matches()) {
        String kind = one.kind() == Diagnostic.Kind.ERROR ? "error" : "warning";
        said.get(Integer.parseInt(file.group(1)))
            .add(new Said(kind, (int) one.line() - head, one.message()));
      } else if (isTold(one) && one.path().isEmpty()) {
        placeByText(family, one.message(), said);
      }
    }
    said.forEach(
        messages -> messages.sort(Comparator.comparing(Said::line).thenComparing(Said::text)));
    return said;
  }

  /** Eclipse cannot say where a record stands; then the text has to tell whose message it is. */
  private static void placeByText(Family family, String text, List<List<Said>> said) {
    for (int i = 0; i < said.size(); i++) {
      for (Said expected : family.cases().get(i).said()) {
        if (expected.text().equals(text) && !said.get(i).contains(expected)) {
          said.get(i).add(expected);
          return;
        }
      }
    }
  }

  /** Eclipse has opinions of its own on imports and the like; an error of either counts. */
  static boolean isTold(Build.Said said) {
    return said.kind() == Diagnostic.Kind.ERROR || said.message().startsWith("[SG");
  }

  /** Compiles the mended cases. */
  Build.Result mended(Family family, String... options) {
    return compile(family, Case::mended, "mended", List.of(options));
  }

  private Build.Result compile(
      Family family, Function<Case, List<String>> part, String where, List<String> options) {
    Sources sources =
        Sources.none()
            .with("cases/Shop.java", Sources.resource("/shop/Shop.java"))
            .with(CONTINUATION);
    for (int i = 0; i < family.cases().size(); i++) {
      List<String> code = Family.lines(part.apply(family.cases().get(i)));
      if (!code.isEmpty()) {
        String name = String.format(Locale.ROOT, "c%03d", i);
        sources =
            sources.with(
                "cases/" + name + "/Case.java",
                head(family, name) + String.join("\n", code) + "\n}\n");
      }
    }
    return compiler
        .apply(directory.resolve(family.name() + "-" + where))
        .option(family.options().toArray(new String[0]))
        .option(options.toArray(new String[0]))
        .compile(sources);
  }

  private static String head(Family family, String name) {
    StringBuilder head = new StringBuilder("package cases." + name + ";\n");
    IMPORTS.forEach(type -> head.append("import ").append(type).append(";\n"));
    List<String> codes = family.suppressed().stream().map(code -> '"' + code + '"').toList();
    head.append("@SuppressWarnings({").append(String.join(", ", codes)).append("})\n");
    return head.append("abstract class Case {\n").toString();
  }
}
