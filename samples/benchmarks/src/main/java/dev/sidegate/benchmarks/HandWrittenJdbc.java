package dev.sidegate.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;

/**
 * The engine's own claim and settle, one call each, as one would write them by hand: a connection
 * from a pool, a prepared statement, a commit; then the body; then the same again.
 */
final class HandWrittenJdbc implements Contender {
  private static final byte[] PAYLOAD = "{\"0\":\"order\"}".getBytes(StandardCharsets.UTF_8);
  private static final byte[] HASH = sha256(PAYLOAD);
  private static final byte[] RESULT = "\"done\"".getBytes(StandardCharsets.UTF_8);

  private static final String SESSION =
      "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_mergejoin=off"
          + " -c jit=off";

  private final HikariDataSource pool;
  private final StatementText claim = StatementText.ofEngine("claim.sql");
  private final StatementText settle = StatementText.ofEngine("settle.sql");

  /** Takes a migrated database, and as many connections as serve it best. */
  HandWrittenJdbc(GuardedDatabase database, int connections) throws SQLException {
    database.execute(
        "INSERT INTO sidegate.effect_policy (effect, owner, policy, version)"
            + " VALUES ('bench', 'by hand', '', 1)");
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setUsername(GuardedDatabase.USER);
    config.setPassword(GuardedDatabase.PASSWORD);
    config.setMaximumPoolSize(connections);
    // As tuned as the engine's own sessions.
    config.addDataSourceProperty("prepareThreshold", "1");
    config.addDataSourceProperty("options", SESSION);
    pool = new HikariDataSource(config);
  }

  @Override
  public String name() {
    return "JDBC by hand";
  }

  @Override
  public void call(long number) throws SQLException {
    UUID operation = UUID.randomUUID();
    UUID owner = UUID.randomUUID();
    long version = claim("bench:" + number, operation, owner);
    String result = Body.run(number);
    settle(operation, owner, version, result);
  }

  private long claim(String key, UUID operation, UUID owner) throws SQLException {
    Map<String, Object> values =
        Map.ofEntries(
            Map.entry("operations", operation),
            Map.entry("scopes", ""),
            Map.entry("effects", "bench"),
            Map.entry("keys", key),
            Map.entry("hashes", HASH),
            Map.entry("algorithms", 1),
            Map.entry("schemas", "0123456789abcdef"),
            Map.entry("payloads", PAYLOAD),
            Map.entry("owners", owner),
            Map.entry("lease_millis", 30_000L),
            Map.entry("policy_versions", 1),
            Map.entry("max_attempts", 4),
            Map.entry("deadline_millis", 900_000L),
            Map.entry("details", ""),
            Map.entry("idempotent", false),
            Map.entry("longest_millis", 900_000L),
            Map.entry("settle_delay_millis", 1_000L),
            Map.entry("watched", false));
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = claim.prepare(connection, values);
        ResultSet row = statement.executeQuery()) {
      expect(row, "GRANTED");
      return row.getLong("version");
    }
  }

  private void settle(UUID operation, UUID owner, long version, String result) throws SQLException {
    Map<String, Object> values =
        Map.of(
            "operations",
            operation,
            "owners",
            owner,
            "versions",
            version,
            "attempts",
            1,
            "kinds",
            "COMPLETED",
            "results",
            RESULT,
            "receipts",
            result,
            "details",
            "",
            "can_send",
            false,
            "requests",
            1);
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = settle.prepare(connection, values);
        ResultSet row = statement.executeQuery()) {
      expect(row, "SETTLED");
    }
  }

  private static void expect(ResultSet row, String verdict) throws SQLException {
    if (!row.next() || !verdict.equals(row.getString("verdict"))) {
      throw new IllegalStateException("not " + verdict + ": " + row.getString("verdict"));
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java platform has SHA-256", impossible);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
