package dev.sidegate.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** STATES.md says what the code does. With {@code -Dsidegate.pages=write} it is written anew. */
class StatesPageTest {
  private static final Path PAGE = Path.of("STATES.md");

  @Test
  void thePageIsMadeFromTheCode() throws IOException {
    if ("write".equals(System.getProperty("sidegate.pages"))) {
      Files.writeString(PAGE, StatesPage.text());
    }

    assertThat(Files.readString(PAGE)).isEqualTo(StatesPage.text());
  }
}
