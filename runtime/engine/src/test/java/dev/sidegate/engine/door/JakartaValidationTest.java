package dev.sidegate.engine.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.gate.UnfitValidationException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The application's validation, reached by reflection. */
class JakartaValidationTest {
  private static final String SECRET = "4111-secret";

  @TempDir Path directory;

  record Payment(
      @Positive(message = "must be positive") long cents,
      @Pattern(regexp = "\\d+", message = "not ${validatedValue}") String card) {}

  static class Tool {
    void pay(@Valid Map<String, Payment> payments) {}

    void free(String anything) {}
  }

  @Test
  void eachFindingNamesItsPathAndSaysWhatIsWrong() throws Exception {
    assertThat(findings("pay", Map.of("a", new Payment(-1, "1")), false))
        .singleElement()
        .asString()
        .endsWith(".cents must be positive");
    assertThat(findings("pay", Map.of("a", new Payment(1, "1")), false)).isEmpty();
    assertThat(findings("free", "anything", false)).isEmpty();
  }

  @Test
  void aSensitiveCallsFindingsQuoteNeitherValuesNorKeys() throws Exception {
    assertThat(findings("pay", Map.of(SECRET, new Payment(1, SECRET)), true))
        .singleElement()
        .asString()
        .endsWith(".card violates @Pattern")
        .doesNotContain(SECRET);
  }

  @Test
  void whereThereIsNoneNothingIsAsked() throws Exception {
    JakartaValidation none = JakartaValidation.of(ClassLoader.getPlatformClassLoader());

    assertThat(none.findings(new Tool(), method("free"), new Object[] {""}, false)).isEmpty();
  }

  @Test
  void oneThatIsThereAndCannotBeUsedRefuses() throws Exception {
    Path settings = directory.resolve("META-INF").resolve("validation.xml");
    Files.createDirectories(settings.getParent());
    Files.writeString(settings, "no XML");
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {directory.toUri().toURL()}, JakartaValidationTest.class.getClassLoader())) {
      JakartaValidation broken = JakartaValidation.of(loader);

      assertThatThrownBy(
              () -> broken.findings(new Tool(), method("free"), new Object[] {""}, false))
          .isInstanceOf(UnfitValidationException.class)
          .hasMessageContaining("nothing runs unchecked");
    }
  }

  private static List<String> findings(String method, Object argument, boolean sensitive)
      throws Exception {
    return JakartaValidation.of(JakartaValidationTest.class.getClassLoader())
        .findings(new Tool(), method(method), new Object[] {argument}, sensitive);
  }

  private static Method method(String name) throws NoSuchMethodException {
    return Tool.class.getDeclaredMethod(name, name.equals("pay") ? Map.class : String.class);
  }
}
