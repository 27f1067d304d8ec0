package dev.sidegate.engine.operation;

import dev.sidegate.engine.Engine;
import dev.sidegate.engine.StoredPayloads;
import dev.sidegate.engine.approval.Decider;
import dev.sidegate.engine.approval.Vote;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.payload.Tree;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.settings.SettingsException;
import dev.sidegate.engine.store.ApproverStore;
import dev.sidegate.engine.store.StoreSettings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A database, an engine, a tool that orders, and somebody who may decide about it. */
final class OrderWorld implements AutoCloseable {
  final TestDatabase database = PostgresServer.shared().freshDatabase();
  final OrderTool tool = new OrderTool();
  final Settings settings;
  private Engine engine;

  OrderWorld(Path journal) {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(Login.AGENT));
    properties.setProperty("sidegate.journal.directory", journal.toString());
    this.settings = asking(properties);
    this.engine = Engine.install(settings);
  }

  /** Before there is a worker that sends what was approved, asking has to be switched on. */
  private static Settings asking(Properties properties) {
    Properties preview = new Properties();
    preview.putAll(properties);
    preview.setProperty("sidegate.approval.preview", "true");
    try {
      return Settings.load(preview, Map.of());
    } catch (SettingsException noSuchSwitch) {
      return Settings.load(properties, Map.of());
    }
  }

  /** The process ends. */
  void stop() {
    engine.close();
  }

  /** The next one begins. */
  void restart() {
    engine = Engine.install(settings);
  }

  /** Asks at the door. */
  @Nullable Object ask(String question, Object... with) {
    return engine.door().apply(question, with);
  }

  /** The application's own connection, in a transaction. */
  Connection application() throws SQLException {
    return application(database);
  }

  /** An application's own connection to a database, in a transaction. */
  static Connection application(TestDatabase database) throws SQLException {
    database.execute(
        """
        DO $$ BEGIN CREATE ROLE shop LOGIN PASSWORD 'test';
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        GRANT sidegate_application TO shop
        """);
    Connection connection = DriverManager.getConnection(database.jdbcUrl(), "shop", "test");
    connection.setAutoCommit(false);
    return connection;
  }

  /** As the entry of an intent follows it. */
  void moveEntry(String operation, String state) {
    database.execute(
        "UPDATE sidegate.effect_outbox SET state = '"
            + state
            + "' WHERE intent = '"
            + operation
            + "'");
  }

  /** A person of the role decides. */
  void decide(String operation, boolean yes) {
    database.execute(
        """
        DO $$ BEGIN CREATE ROLE sidegate_approver_finance NOLOGIN IN ROLE sidegate_approver;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        DO $$ BEGIN CREATE ROLE alice LOGIN PASSWORD 'test';
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        GRANT sidegate_approver_finance TO alice
        """);
    try (ApproverStore alice =
        ApproverStore.open(StoreSettings.of(database.jdbcUrl(), "alice", "test"))) {
      alice.vote(
          new Vote(
              UUID.randomUUID(),
              UUID.fromString(operation),
              null,
              null,
              yes,
              "too much",
              null,
              Decider.LOGIN));
    }
  }

  /** As if a process elsewhere had run it, past the walls. */
  void completeElsewhere(String operation, String result) {
    String[] row =
        database
            .query(
                "SELECT effect, key, encode(payload_hash, 'hex'), payload_algorithm, payload_schema"
                    + " FROM sidegate.intent WHERE operation = '"
                    + operation
                    + "'")
            .get(0)
            .split("\\|", -1);
    byte[] stored =
        StoredPayloads.of(settings)
            .result(
                new IntentKey("", row[0], row[1]),
                new PayloadHash(HexFormat.of().parseHex(row[2]), Integer.parseInt(row[3]), row[4]),
                Tree.of(result));
    moveElsewhere(
        operation,
        "COMPLETED",
        ", receipt = 'r-1', result = '\\x" + HexFormat.of().formatHex(stored) + "'");
  }

  void moveElsewhere(String operation, String state, String more) {
    database.execute(
        "SET session_replication_role = replica; UPDATE sidegate.intent SET state = '"
            + state
            + "', version = version + 1"
            + more
            + " WHERE operation = '"
            + operation
            + "'");
  }

  String one(String sql) {
    return String.join(" ", database.query(sql));
  }

  @Override
  public void close() {
    engine.close();
  }
}
