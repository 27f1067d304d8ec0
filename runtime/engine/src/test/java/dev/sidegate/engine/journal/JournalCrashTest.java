package dev.sidegate.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.payload.Envelope;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JournalCrashTest {
  @TempDir private Path directory;

  @Test
  void whatAKilledProcessKeptIsTakenOverButNotWhileItLives() throws Exception {
    Process first = child("first");
    Process second = child("second");
    try (Journal next = Journal.in(directory, Envelope.plain())) {
      assertThat(next.takeOver()).isEmpty();

      kill(first);
      assertThat(left(next)).containsExactly("first", "first");

      kill(second);
      assertThat(left(next)).containsExactly("second", "second");
    } finally {
      first.destroyForcibly();
      second.destroyForcibly();
    }
  }

  /** The results of ends, the reasons of events. */
  private static List<String> left(Journal journal) {
    return journal.takeOver().stream()
        .map(
            entry ->
                entry.waiting() instanceof Journal.Waiting.Events kept
                    ? kept.events().events().get(0).detail().get("reason")
                    : JournalTest.results(List.of(entry)).get(0))
        .toList();
  }

  private Process child(String result) throws IOException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                JournalChild.class.getName(),
                directory.toString(),
                result)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader out = child.inputReader(StandardCharsets.UTF_8);
    assertThat(out.readLine()).isEqualTo("kept");
    return child;
  }

  /** SIGKILL. */
  private static void kill(Process process) throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }
}
