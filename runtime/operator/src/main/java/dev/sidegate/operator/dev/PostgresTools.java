package dev.sidegate.operator.dev;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * PostgreSQL's own programs, run as the server is run: as root inside a user namespace, because
 * PostgreSQL refuses to run as root.
 *
 * @param home the unpacked server
 * @param log where they write
 */
record PostgresTools(Path home, Path log) {

  /** Ends a server as Ctrl-C would: clients are sent away, everything is written. */
  boolean stop(Path data) {
    return run(
        "", "pg_ctl", List.of("stop", "-D", data.toString(), "-m", "fast", "-w", "-t", "60", "-s"));
  }

  /** Sets the owner's password without a server that anybody could reach meanwhile. */
  boolean setOwnerPassword(Path data, String password) {
    return run(
        "ALTER ROLE postgres PASSWORD '" + password + "'\n",
        "postgres",
        List.of(
            "--single", "-D", data.toString(), "-c", "log_min_error_statement=panic", "postgres"));
  }

  private boolean run(String input, String program, List<String> arguments) {
    List<String> command = new ArrayList<>();
    if (LinuxUtils.isUnshareAvailable()) {
      Collections.addAll(command, "unshare", "-U");
    }
    boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
    command.add(home.resolve("bin").resolve(program + (windows ? ".exe" : "")).toString());
    command.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      return process.waitFor() == 0;
    } catch (IOException failed) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
