package dev.sidegate.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @TempDir Path directory;

  @Test
  void aPropertyStandsAboveTheEnvironmentAndTheEnvironmentAboveTheFile() throws IOException {
    Path file = directory.resolve("sidegate.yaml");
    Files.writeString(
        file,
        """
        sidegate:
          jdbc: {url: "jdbc:postgresql://file/a", user: file, password: file}
          effects:
            refund: {lease: 10s, retry: {max-attempts: 2}}
        """);
    Settings settings =
        Settings.load(
            properties("sidegate.config", file.toString(), "sidegate.jdbc.user", "property"),
            Map.of("SIDEGATE_JDBC_USER", "environment", "SIDEGATE_JDBC_PASSWORD", "environment"));

    assertThat(settings.jdbcUrl()).isEqualTo("jdbc:postgresql://file/a");
    assertThat(settings.jdbcUser()).isEqualTo("property");
    assertThat(settings.jdbcPassword()).isEqualTo("environment");
    assertThat(settings.effect("refund").lease()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.effect("refund").budget().maxAttempts()).isEqualTo(2);
    assertThat(settings.effect("other")).isEqualTo(EffectSettings.DEFAULT);
  }

  @Test
  void anUnknownNameIsRefusedWithItsNeighbour() {
    assertThatThrownBy(() -> Settings.load(properties("sidegate.jdbc.ulr", "x"), Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "sidegate.jdbc.ulr (system property sidegate.jdbc.ulr) is no setting of Sidegate;"
                + " did you mean sidegate.jdbc.url?");
  }

  @Test
  void anUnknownNameInTheEnvironmentIsOneWarning() {
    Settings settings = Settings.load(new Properties(), Map.of("SIDEGATE_COLOUR", "red"));

    assertThat(settings.warnings())
        .singleElement()
        .asString()
        .startsWith("environment SIDEGATE_COLOUR");
  }

  @Test
  void everyFindingIsToldAtOnce() {
    assertThatThrownBy(
            () ->
                Settings.load(
                    properties(
                        "sidegate.dev", "yes",
                        "sidegate.effects.refund.lease", "soon",
                        "sidegate.effects.refund.retry.max-attempts", "0"),
                    Map.of()))
        .hasMessageContaining("sidegate.dev (system property sidegate.dev): write true or false")
        .hasMessageContaining("'soon' is no duration; write 500ms, 30s, 15m, 24h or 90d")
        .hasMessageContaining("retry.max-attempts must be at least 1");
  }

  @Test
  void withDevTheUrlIsThatOfTheDevServer() {
    Settings settings = Settings.load(properties("sidegate.dev", "true"), Map.of());

    assertThat(settings.jdbcUrl()).isEqualTo(Settings.DEV_URL);
  }

  @Test
  void anythingButTrueClosesTheActionBoundary() {
    assertThat(Settings.load(new Properties(), Map.of()).actionsEnabled()).isTrue();
    assertThat(Settings.load(new Properties(), Map.of("AI_ACTIONS_ENABLED", "1")).actionsEnabled())
        .isFalse();
    assertThat(
            Settings.load(properties("sidegate.actions.enabled", "off"), Map.of()).actionsEnabled())
        .isFalse();
  }

  @Test
  void thePasswordIsNeverPrinted() {
    assertThat(Settings.of("jdbc:postgresql://h/d", "u", "geheim").toString())
        .doesNotContain("geheim");
  }

  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }
}
