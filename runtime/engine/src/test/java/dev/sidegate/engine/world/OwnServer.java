package dev.sidegate.engine.world;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A server for one test alone, which may be stopped, killed, copied, promoted and set back. Its one
 * database is migrated, with logins for each role.
 */
public final class OwnServer implements AutoCloseable {
  private static final Path PROGRAMS = PostgresServer.programs();

  private final Path data;
  private final int port;

  private OwnServer(Path data, int port) {
    this.data = data;
    this.port = port;
    ServerEnd.withTheJvm(data);
  }

  /** A new one, running. */
  public static OwnServer start() {
    OwnServer server = place();
    server.takeData(Template.DATA, everything -> true);
    server.startAgain();
    return server;
  }

  /** A directory and a port, for a standby to come. */
  public static OwnServer place() {
    try {
      return new OwnServer(Files.createTempDirectory("sidegate-own"), freePort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its database. */
  public TestDatabase database() {
    return new TestDatabase(port, "postgres");
  }

  /** Host and port, as a JDBC URL names them. */
  public String address() {
    return "localhost:" + port;
  }

  /**
   * Makes this place a standby of a running server, not yet started: with all that the primary has
   * now, as a base backup has it, so that it needs no primary to begin with.
   */
  public void becomeStandbyOf(OwnServer primary) {
    try (Connection connection = primary.database().connect(TestDatabase.Login.OWNER);
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('standby', true)");
      takeData(primary.data, file -> !isLog(file));
      try (ResultSet label =
          statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
        label.next();
        Files.writeString(data.resolve("backup_label"), label.getString(1));
      }
      takeData(primary.data, OwnServer::isLog);
      Files.writeString(data.resolve("standby.signal"), "");
      Files.writeString(
          data.resolve("postgresql.auto.conf"),
          "primary_conninfo = 'host=localhost port=%d user=postgres application_name=standby'%n"
              .formatted(primary.port),
          StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The data of this stopped server, kept for {@link #setBackTo}. */
  public OwnServer copy() {
    OwnServer copy = place();
    copy.takeData(data, everything -> true);
    return copy;
  }

  /** Replaces the data of this stopped server by an older copy. */
  public void setBackTo(OwnServer copy) {
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(data)) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    takeData(copy.data, everything -> true);
  }

  /** Starts it where it was; a standby follows its primary. */
  public void startAgain() {
    run(
        "pg_ctl",
        "start",
        "-D",
        path(),
        "-w",
        "-s",
        "-l",
        "/dev/null",
        "-o",
        // A standby whose primary is dead begins without it at once.
        "-p "
            + port
            + " -c listen_addresses=localhost -c unix_socket_directories="
            + " -c wal_retrieve_retry_interval=50ms");
  }

  /** Ends it as an administrator does. */
  public void stop() {
    run("pg_ctl", "stop", "-D", path(), "-m", "fast", "-w", "-s");
  }

  /** Ends it as a power cut does. */
  public void kill() {
    run("pg_ctl", "stop", "-D", path(), "-m", "immediate", "-w", "-s");
  }

  /** Makes a primary of a running standby. */
  public void promote() {
    run("pg_ctl", "promote", "-D", path(), "-w", "-s");
  }

  /** Lets commits wait for whichever standby follows, and waits until one does. */
  public void waitForSynchronousStandby() {
    database().execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
    database().execute("SELECT pg_reload_conf()");
    waitUntil("SELECT count(*) > 0 FROM pg_stat_replication WHERE sync_state = 'sync'");
  }

  private void waitUntil(String condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> database().query(condition).equals(List.of("t")));
  }

  @Override
  public void close() {
    if (Files.exists(data.resolve("postmaster.pid"))) {
      kill();
    }
    ServerEnd.end(data);
  }

  private String path() {
    return data.toString();
  }

  private void run(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    // As the shared server is run: PostgreSQL refuses root, outside of a user namespace.
    if (LinuxUtils.isUnshareAvailable()) {
      Collections.addAll(command, "unshare", "-U");
    }
    command.add(PROGRAMS.resolve(program).toString());
    Collections.addAll(command, arguments);
    try {
      Path said = Files.createTempFile("sidegate", program);
      int code =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start()
              .waitFor();
      String output = Files.readString(said);
      Files.delete(said);
      if (code != 0) {
        throw new IllegalStateException(command + " ended with " + code + ": " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Files of a running server come and go while they are copied; its log makes up for that. */
  private void takeData(Path from, Predicate<Path> wanted) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.skip(1).toList()) {
        Path relative = from.relativize(file);
        Path target = data.resolve(relative.toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (wanted.test(relative) && !relative.startsWith("postmaster.pid")) {
          copy(file, target);
        }
      }
      Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path file, Path target) throws IOException {
    try {
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException gone) {
      // What became of it is in the log.
    }
  }

  private static boolean isLog(Path relative) {
    return relative.startsWith("pg_wal");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** What each of them begins with. */
  private static final class Template {
    static final Path DATA = prepare();

    private static Path prepare() {
      OwnServer server = place();
      server.run(
          "initdb",
          "-D",
          server.path(),
          "-U",
          "postgres",
          "-A",
          "trust",
          "--locale=C",
          "--no-sync",
          "--wal-segsize=1");
      server.startAgain();
      PostgresServer.migrate(server.database());
      PostgresServer.createLogins(server.database());
      server.stop();
      return server.data;
    }
  }
}
