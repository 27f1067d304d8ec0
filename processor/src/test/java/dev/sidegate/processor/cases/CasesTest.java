package dev.sidegate.processor.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.processor.Build;
import dev.sidegate.processor.cases.Family.Case;
import dev.sidegate.processor.cases.Family.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is refused, word for word, under javac and Eclipse's compiler; and that what is mended
 * compiles without a word. {@code CasesOn25Test} does the same under JDK 25.
 *
 * <p>{@code -Dsidegate.cases=write} writes what this JVM's javac says into the files; read the
 * difference before you keep it.
 */
class CasesTest {
  static final Path FILES = Path.of("src/test/resources/cases");

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicContainer> javacSaysExactlyThis() throws IOException {
    CaseBuild build = new CaseBuild(Build::withJavac, directory.resolve("javac"));
    if (isToBeWritten()) {
      for (Family family : Family.all(FILES)) {
        Files.writeString(FILES.resolve(family.name() + ".txt"), CaseSheet.write(family, build));
      }
    }
    return tests(build::failing);
  }

  @TestFactory
  Stream<DynamicContainer> eclipseSaysTheSame() {
    return tests(new CaseBuild(Build::withEclipse, directory.resolve("eclipse"))::failing);
  }

  @TestFactory
  Stream<DynamicTest> mendedCasesCompileWithoutAWord() {
    // Javac complains of any foreign annotation as soon as any processor runs.
    return mended(
        new CaseBuild(
            directory -> Build.withJavac(directory).option("-Xlint:all,-processing", "-Werror"),
            directory.resolve("mended")));
  }

  @TestFactory
  Stream<DynamicTest> mendedCasesCompileUnderEclipse() {
    return mended(new CaseBuild(Build::withEclipse, directory.resolve("mended-eclipse")));
  }

  @Test
  void thereAreMoreThanAHundredAndTwentyRefusals() {
    long refusals =
        Family.all(FILES).stream()
            .flatMap(family -> family.cases().stream())
            .filter(one -> one.said().stream().anyMatch(said -> said.kind().equals("error")))
            .count();
    System.out.println(refusals + " cases are refused at compile time");
    assertThat(refusals).isGreaterThanOrEqualTo(120);
  }

  static Stream<DynamicContainer> tests(Function<Family, List<List<Said>>> compile) {
    return Family.all(FILES).stream()
        .map(
            family -> {
              List<List<Said>> said = compile.apply(family);
              List<DynamicTest> tests = new ArrayList<>();
              for (int i = 0; i < family.cases().size(); i++) {
                Case one = family.cases().get(i);
                List<Said> actual = said.get(i);
                tests.add(
                    DynamicTest.dynamicTest(
                        one.title(), () -> assertThat(actual).isEqualTo(one.said())));
              }
              return DynamicContainer.dynamicContainer(family.name(), tests);
            });
  }

  private static Stream<DynamicTest> mended(CaseBuild build) {
    return Family.all(FILES).stream()
        .map(
            family ->
                DynamicTest.dynamicTest(
                    family.name(),
                    () -> {
                      Build.Result result = build.mended(family);
                      assertThat(result.success()).as(result.everythingSaid()).isTrue();
                      assertThat(result.said()).noneMatch(CaseBuild::isTold);
                    }));
  }

  static boolean isToBeWritten() {
    return "write".equals(System.getProperty("sidegate.cases"));
  }
}
