package dev.sidegate.operator.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Law 13: a card's number is looked for in everything that is written about its charge. */
@Timeout(180)
class NothingSensitiveTest {
  @TempDir private Path directory;

  private final TestDatabase database = PostgresServer.shared().freshDatabase();

  @Test
  void noLogNoRowNoJournalHoldsAValueMarkedSensitive() throws Exception {
    List<String> said = new ArrayList<>();
    Path journal = directory.resolve("journal");
    Process shop = start(journal);
    try (BufferedReader out = shop.inputReader(StandardCharsets.UTF_8);
        OutputStream in = shop.getOutputStream()) {
      readTo("* running", out, said);
      takeAway();
      in.write("go on\n".getBytes(StandardCharsets.UTF_8));
      in.flush();
      readTo("* kept", out, said);

      assertClear("the journal", files(journal));
    } finally {
      shop.destroyForcibly().waitFor();
      bringBack();
    }

    assertThat(said)
        .as("each ending was reached")
        .anyMatch(line -> line.startsWith("* held UNKNOWN"));
    assertThat(database.query("SELECT state FROM sidegate.intent ORDER BY operation"))
        .containsExactly("COMPLETED", "UNKNOWN", "ABANDONED", "ABANDONED", "PROCESSING");
    assertThat(database.query("SELECT count(*) FROM sidegate.late_evidence")).containsExactly("2");
    assertThat(String.join("\n", said)).as("it logs what it does").contains("goes to the journal");
    assertClear("log and answers", said);
    assertClear("tables", rows());
    assertThat(
            database.query(
                "SELECT DISTINCT detail::json ->> 'release', detail::json ->> 'model',"
                    + " detail::json ->> 'trigger', detail::json ->> 'requester',"
                    + " length(detail::json ->> 'payload')"
                    + " FROM sidegate.audit_event WHERE kind = 'CLAIMED'"))
        .containsExactly("r1|m-1|order-7|alice|64");
  }

  private static void readTo(String last, BufferedReader out, List<String> said)
      throws IOException {
    String line = out.readLine();
    while (line != null && !line.equals(last)) {
      said.add(line);
      line = out.readLine();
    }
    assertThat(line).as(String.join("\n", said)).isEqualTo(last);
  }

  private static void assertClear(String where, List<String> texts) {
    byte[] marker = CardShop.MARKER.getBytes(StandardCharsets.US_ASCII);
    assertThat(texts).as(where).isNotEmpty();
    for (String form :
        List.of(
            CardShop.MARKER,
            HexFormat.of().formatHex(marker),
            Base64.getEncoder().withoutPadding().encodeToString(marker))) {
      assertThat(texts).as(where).noneMatch(text -> text.contains(form));
    }
  }

  /** Every row of every table, bytes in hexadecimal digits. */
  private List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (String table :
        database.query(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'sidegate'")) {
      rows.addAll(database.query("SELECT t::text FROM sidegate." + table + " t"));
    }
    return rows;
  }

  private static List<String> files(Path folder) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        texts.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return texts;
  }

  private Process start(Path journal) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace",
            "-Dorg.slf4j.simpleLogger.log.com.zaxxer=trace",
            "-Dsidegate.jdbc.url=" + database.jdbcUrl(),
            "-Dsidegate.jdbc.user=" + database.user(Login.AGENT),
            "-Dsidegate.jdbc.password=" + database.password(Login.AGENT),
            "-Dsidegate.journal.directory=" + journal,
            "-Dsidegate.encryption.key-file=" + secret("keys", "k1:"),
            "-Dsidegate.hmac.key-file=" + secret("hmac", ""),
            "-cp",
            System.getProperty("java.class.path"),
            CardShop.class.getName(),
            database.jdbcUrl())
        .redirectErrorStream(true)
        .start();
  }

  private Path secret(String name, String id) throws IOException {
    Path file = directory.resolve(name);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, id + Base64.getEncoder().encodeToString(new byte[32]) + "\n");
  }

  private void takeAway() {
    TestDatabase server = new TestDatabase(database.port(), "postgres");
    server.execute("ALTER DATABASE " + database.name() + " ALLOW_CONNECTIONS false");
    server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
            + database.name()
            + "'");
  }

  private void bringBack() {
    new TestDatabase(database.port(), "postgres")
        .execute("ALTER DATABASE " + database.name() + " ALLOW_CONNECTIONS true");
  }
}
