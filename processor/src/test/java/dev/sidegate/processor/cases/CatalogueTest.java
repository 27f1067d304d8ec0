package dev.sidegate.processor.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.processor.report.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CATALOGUE.md says what the tests say. */
class CatalogueTest {
  private static final Path PAGE = Path.of("CATALOGUE.md");

  @Test
  void theCatalogueIsMadeFromTheCases() throws IOException {
    Catalogue catalogue = new Catalogue(Family.all(CasesTest.FILES));
    if (CasesTest.isToBeWritten()) {
      Files.writeString(PAGE, catalogue.text());
    }

    assertThat(Files.readString(PAGE)).isEqualTo(catalogue.text());
  }

  @Test
  void everyMessageIsShownMended() {
    Catalogue catalogue = new Catalogue(Family.all(CasesTest.FILES));
    List<Message> withoutCase = List.of(Message.OPTION);

    assertThat(Stream.of(Message.values()).filter(message -> !withoutCase.contains(message)))
        .allSatisfy(
            message ->
                assertThat(catalogue.example(message))
                    .hasValueSatisfying(one -> assertThat(one.mended()).isNotEmpty()));
  }

  @Test
  void noCodeIsUsedTwice() {
    assertThat(Stream.of(Message.values()).map(Message::code)).doesNotHaveDuplicates();
  }
}
