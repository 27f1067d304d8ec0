package dev.sidegate.engine.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages say about files and code is so. */
class ReadmeTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)\\)");
  private static final Pattern PROGRAM =
      Pattern.compile("(?s)```java\n(package shop;\\s+import dev.sidegate.Sidegate;.*?)```");

  @TempDir Path directory;

  @Test
  void itsProgramWithoutTheAgentCompiles() throws IOException {
    String program =
        PROGRAM
            .matcher(Repository.read("README.md"))
            .results()
            .map((MatchResult found) -> found.group(1))
            .findFirst()
            .orElseThrow();
    Path source = Files.writeString(directory.resolve("Main.java"), program);

    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of(
                      "-proc:none",
                      "-d",
                      directory.toString(),
                      "-cp",
                      System.getProperty("java.class.path")),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
  }

  @Test
  void everyLinkOfThePagesLeadsToAFile() {
    for (String page : List.of("README.md", "CONTRIBUTING.md")) {
      assertThat(LINK.matcher(Repository.read(page)).results())
          .extracting(link -> link.group(1))
          .filteredOn(target -> !target.startsWith("http"))
          .allSatisfy(target -> assertThat(Repository.root().resolve(target)).exists());
    }
  }
}
