package dev.sidegate.operator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What this jar was built from. */
public final class Build implements IVersionProvider {
  private static final Properties PROPERTIES = read();

  /** Sidegate's version. */
  public static String version() {
    return PROPERTIES.getProperty("version");
  }

  /** The version of the PostgreSQL that {@code dev} runs. */
  public static String postgresVersion() {
    return PROPERTIES.getProperty("postgres");
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "Sidegate " + version(),
      "PostgreSQL of dev: " + postgresVersion(),
      "Java ${java.version} (${java.vendor}), ${os.name} ${os.arch}"
    };
  }

  private static Properties read() {
    Properties properties = new Properties();
    try (InputStream stream = Build.class.getResourceAsStream("build.properties")) {
      properties.load(Objects.requireNonNull(stream, "build.properties"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return properties;
  }
}
