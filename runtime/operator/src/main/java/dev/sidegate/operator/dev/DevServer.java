package dev.sidegate.operator.dev;

import dev.sidegate.operator.Build;
import dev.sidegate.operator.Fault;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The running PostgreSQL of {@code dev}. Durable: zonky starts servers for tests, without fsync;
 * here that is turned around. Stops with {@link #close}; the data stays.
 */
final class DevServer implements AutoCloseable {
  /** Long enough for a recovery after a power cut. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Map<String, String> SETTINGS =
      Map.of(
          "fsync", "on",
          "synchronous_commit", "on",
          "full_page_writes", "on",
          "listen_addresses", "localhost",
          "unix_socket_directories", "",
          "max_connections", "200",
          "shared_preload_libraries", "pg_stat_statements");

  private final DevDirectory directory;
  private final ProcessHandle process;

  private DevServer(DevDirectory directory, ProcessHandle process) {
    this.directory = directory;
    this.process = process;
  }

  /**
   * Looks for what would stand in the way. The caller holds the directory's lock.
   *
   * @throws Fault if the port is taken, or the data is another version's
   */
  static void check(DevDirectory directory, int port) {
    checkUser();
    checkDataVersion(directory);
    stopOrphan(directory);
    checkPort(port);
  }

  /**
   * Starts it, when all was checked.
   *
   * @throws Fault if PostgreSQL does not start
   */
  static DevServer start(DevDirectory directory, int port) {
    // Zonky tidies up below this directory; by default it is one that all users share.
    System.setProperty("ot.epg.working-dir", directory.binaries().toString());
    String password = directory.ownerPassword().orElseGet(DevAccess::newPassword);
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setOverrideWorkingDirectory(directory.binaries().toFile())
            .setDataDirectory(directory.data())
            .setDataDirectoryCustomizer(
                data -> DevAccess.secure(directory, tools(directory).orElseThrow(), password))
            .setCleanDataDirectory(false)
            .setRegisterShutdownHook(false)
            .setPGStartupWait(PATIENCE)
            .setPort(port)
            .setLocaleConfig("locale", "C")
            .setConnectConfig("password", password)
            .setOutputRedirector(Redirect.appendTo(directory.log().toFile()))
            .setErrorRedirector(Redirect.appendTo(directory.log().toFile()));
    SETTINGS.forEach(builder::setServerConfig);
    return new DevServer(directory, postmaster(directory, builder));
  }

  /** The postmaster. */
  ProcessHandle process() {
    return process;
  }

  /** Zonky's own way to stop gives up after five seconds; this one waits until all is written. */
  @Override
  public void close() {
    tools(directory).ifPresent(tools -> tools.stop(directory.data()));
  }

  private static ProcessHandle postmaster(
      DevDirectory directory, EmbeddedPostgres.Builder builder) {
    try {
      builder.start();
      return ProcessHandle.of(Postmaster.read(directory.data()).orElseThrow().pid()).orElseThrow();
    } catch (IOException | RuntimeException failed) {
      if (failed instanceof Fault fault) {
        throw fault;
      }
      throw Fault.refused(
              "PostgreSQL did not start. Its log ends with:\n" + lastLines(directory.log()),
              "The whole log is " + directory.log() + ".")
          .because(failed);
    }
  }

  private static Optional<PostgresTools> tools(DevDirectory directory) {
    return directory.unpacked().map(home -> new PostgresTools(home, directory.log()));
  }

  private static void checkUser() {
    if ("root".equals(System.getProperty("user.name")) && !LinuxUtils.isUnshareAvailable()) {
      throw Fault.refused(
          "PostgreSQL does not run as root, and 'unshare -U' is not allowed here.",
          "Run dev as an ordinary user, or allow user namespaces.");
    }
  }

  private static void checkDataVersion(DevDirectory directory) {
    Path file = directory.data().resolve("PG_VERSION");
    String own = Build.postgresVersion().replaceFirst("\\..*", "");
    try {
      if (Files.exists(file) && !Files.readString(file).strip().equals(own)) {
        throw Fault.refused(
            "The data in "
                + directory.data()
                + " is of PostgreSQL "
                + Files.readString(file).strip()
                + ", this jar brings "
                + own
                + ".",
            "Use the jar that wrote it, or another directory: dev --directory DIR.");
      }
    } catch (IOException unreadable) {
      throw Fault.refused(
              "The file " + file + " cannot be read: " + unreadable.getMessage(),
              "Run dev as the user who started it first.")
          .because(unreadable);
    }
  }

  /** A server whose dev was killed still runs, and is ours: stopped, so that it can be started. */
  private static void stopOrphan(DevDirectory directory) {
    Optional<Postmaster> orphan =
        Postmaster.read(directory.data())
            .filter(postmaster -> postmaster.serves(directory.ownerPassword().orElse("")));
    orphan.flatMap(found -> tools(directory)).ifPresent(tools -> tools.stop(directory.data()));
  }

  private static void checkPort(int port) {
    try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      free.getLocalPort();
    } catch (IOException taken) {
      throw Fault.refused(
              "Port " + port + " is taken by another program.",
              "Stop that program, or choose another port: dev --port " + (port + 1))
          .because(taken);
    }
  }

  private static String lastLines(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 8), lines.size()));
    } catch (IOException unreadable) {
      return "(" + log + " cannot be read)";
    }
  }
}
