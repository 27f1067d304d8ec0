package dev.sidegate.engine;

import dev.sidegate.Sidegate;
import dev.sidegate.engine.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;

/**
 * A program without the agent: refunds once, when it is told to, says so, and waits to be killed.
 */
final class RefundingJvm {
  private RefundingJvm() {}

  @SuppressWarnings("try") // the engine only has to be there
  public static void main(String[] arguments) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", arguments[0]);
    properties.setProperty("sidegate.jdbc.user", arguments[1]);
    properties.setProperty("sidegate.jdbc.password", arguments[2]);
    properties.setProperty("sidegate.journal.directory", arguments[3]);
    try (Engine engine = Engine.install(Settings.load(properties, Map.of()))) {
      String result =
          Sidegate.effect("refund")
              .key("refund:{}", "A7")
              .payload("A7")
              .returning(String.class)
              .call(() -> booked(in));
      System.out.println("returned " + result);
      throw new IllegalStateException("should have been killed, but read " + in.readLine());
    }
  }

  private static String booked(BufferedReader in) throws IOException {
    System.out.println("running");
    return in.readLine();
  }
}
