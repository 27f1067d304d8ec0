package dev.sidegate.processor.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.processor.Jdk25;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The same cases under the javac of JDK 25, in a JVM of its own. */
class CasesOn25Test {

  @TempDir Path directory;

  @TestFactory
  Stream<DynamicTest> javac25SaysExactlyTheSame() throws Exception {
    Jdk25.demand();
    Jdk25.run(CaseSheet.class, CasesTest.FILES.toAbsolutePath().toString(), directory.toString());
    Stream<DynamicTest> refused =
        Family.all(CasesTest.FILES).stream()
            .map(
                family ->
                    DynamicTest.dynamicTest(
                        family.name(),
                        () -> assertThat(read(family.name())).isEqualTo(family.text())));
    return Stream.concat(
        refused,
        Stream.of(DynamicTest.dynamicTest("mended", () -> assertThat(read("mended")).isEmpty())));
  }

  private String read(String name) throws IOException {
    return Files.readString(directory.resolve(name + ".txt"));
  }
}
