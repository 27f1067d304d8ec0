package dev.sidegate.processor.cases;

import dev.sidegate.processor.Build;
import dev.sidegate.processor.cases.Family.Case;
import dev.sidegate.processor.cases.Family.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the families as this JVM's javac has them. Run in a JVM of another version, it answers
 * whether that one says the same.
 */
final class CaseSheet {
  private CaseSheet() {}

  /**
   * Writes one file for each family, and {@code mended.txt} with all that is said of mended cases.
   *
   * @param arguments the directory of the families, and the one to write to
   */
  public static void main(String[] arguments) throws IOException {
    Path to = Path.of(arguments[1]);
    StringBuilder mended = new StringBuilder();
    for (Family family : Family.all(Path.of(arguments[0]))) {
      CaseBuild build = new CaseBuild(Build::withJavac, to.resolve("build"));
      Files.writeString(to.resolve(family.name() + ".txt"), write(family, build));
      mended.append(build.mended(family, "-Xlint:all,-processing", "-Werror").everythingSaid());
    }
    Files.writeString(to.resolve("mended.txt"), mended);
  }

  static String write(Family family, CaseBuild build) {
    List<List<Said>> said = build.failing(family);
    List<Case> cases = new ArrayList<>();
    for (int i = 0; i < said.size(); i++) {
      cases.add(family.cases().get(i).saying(said.get(i)));
    }
    return new Family(family.name(), family.head(), cases).text();
  }
}
