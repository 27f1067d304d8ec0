package dev.sidegate.engine.door;

import static dev.sidegate.FailureClass.PERMANENT;
import static dev.sidegate.FailureClass.RATE_LIMITED;
import static dev.sidegate.FailureClass.UNKNOWN_AFTER_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.FailureClass;
import dev.sidegate.FailureClassifier;
import dev.sidegate.engine.failure.Proof;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failure classifiers that the application's loader sees. */
class ClassifiersTest {
  @TempDir Path directory;

  /** Knows one exception, and answers what its message says. */
  public static final class ByMessage implements FailureClassifier {
    @Override
    @SuppressWarnings("NullAway") // what a careless one may do
    public Optional<FailureClass> classify(String effect, Throwable thrown) {
      String said = String.valueOf(thrown.getMessage());
      return switch (said) {
        case "null" -> null;
        case "bug" -> throw new IllegalStateException("a bug");
        case "error" -> throw new AssertionError("worse");
        case "nothing" -> Optional.empty();
        default -> Optional.of(FailureClass.valueOf(said));
      };
    }
  }

  @Test
  void itsChoiceCountsWithinTheProof() throws IOException {
    assertThat(classified("PERMANENT")).contains(PERMANENT);
    assertThat(classified("UNKNOWN_AFTER_START")).contains(UNKNOWN_AFTER_START);
    assertThat(classified("nothing")).as("left to the table").isEmpty();
  }

  @Test
  void oneThatThrowsOrAnswersNonsenseLeavesDoubt() throws IOException {
    for (String nonsense : new String[] {"null", "bug", "error", RATE_LIMITED.name()}) {
      assertThat(classified(nonsense)).as(nonsense).contains(UNKNOWN_AFTER_START);
    }
  }

  @Test
  void oneThatCannotBeMadeLeavesDoubt() throws IOException {
    assertThat(classified("dev.sidegate.Missing", "PERMANENT")).contains(UNKNOWN_AFTER_START);
  }

  @Test
  void aLoaderThatSeesNoneLeavesAllToTheTable() {
    assertThat(
            Classifiers.of(ClassLoader.getPlatformClassLoader())
                .forEffect("refund")
                .classify(new IOException(), Proof.NOTHING_LEFT))
        .isEmpty();
  }

  private Optional<FailureClass> classified(String message) throws IOException {
    return classified(ByMessage.class.getName(), message);
  }

  private Optional<FailureClass> classified(String provider, @Nullable String message)
      throws IOException {
    Path services = directory.resolve("META-INF").resolve("services");
    Files.createDirectories(services);
    Files.writeString(services.resolve(FailureClassifier.class.getName()), provider);
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {directory.toUri().toURL()}, ClassifiersTest.class.getClassLoader())) {
      return Classifiers.of(loader)
          .forEffect("refund")
          .classify(new IOException(message), Proof.NOTHING_LEFT);
    }
  }
}
