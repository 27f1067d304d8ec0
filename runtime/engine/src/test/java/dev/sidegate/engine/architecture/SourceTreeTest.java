package dev.sidegate.engine.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for every file and folder. */
class SourceTreeTest {
  private static final int LONGEST_FILE = 500;

  private static final Set<String> LAYER_WORDS =
      Set.of("util", "utils", "common", "impl", "manager", "helper", "helpers", "misc", "core");

  private static final Set<String> TOP_LEVEL =
      Set.of(
          "pom.xml",
          "agent",
          "annotations",
          "processor",
          "runtime",
          "samples",
          "README.md",
          "LICENSE",
          "CONTRIBUTING.md");

  @Test
  void noFileIsTooLongToBeReadFromTopToBottom() {
    assertThat(Repository.javaSources())
        .filteredOn(source -> Repository.read(source).lines().count() > LONGEST_FILE)
        .as("files of more than %d lines", LONGEST_FILE)
        .isEmpty();
  }

  @Test
  void everyPackageSaysWhatLivesThere() {
    List<Path> silent =
        Repository.mainSources().stream()
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .map(Repository::relative)
            .toList();
    assertThat(silent).as("packages without package-info.java").isEmpty();
  }

  @Test
  void everyPackageOfAJarIsNullMarked() {
    List<Path> unmarked =
        Repository.mainSources().stream()
            .filter(source -> source.endsWith("package-info.java"))
            .filter(source -> !Repository.read(source).contains("@NullMarked"))
            .map(Repository::relative)
            .toList();
    assertThat(unmarked).as("packages without @NullMarked").isEmpty();
  }

  @Test
  void noPackageIsNamedAfterALayer() {
    assertThat(Repository.javaSources())
        .extracting(Repository::relative)
        .noneMatch(SourceTreeTest::hasLayerWord);
  }

  @Test
  void theTopLevelHoldsTheHousesAndThePagesOnly() throws IOException {
    try (Stream<Path> entries = Files.list(Repository.root())) {
      List<String> strangers =
          entries
              .map(entry -> entry.getFileName().toString())
              .filter(name -> !name.startsWith(".") && !TOP_LEVEL.contains(name))
              .filter(name -> !name.equals("target"))
              .toList();
      assertThat(strangers).isEmpty();
    }
  }

  private static boolean hasLayerWord(Path file) {
    for (Path name : file) {
      if (LAYER_WORDS.contains(name.toString())) {
        return true;
      }
    }
    return false;
  }
}
