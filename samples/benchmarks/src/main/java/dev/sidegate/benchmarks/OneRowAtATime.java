package dev.sidegate.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A queue as one writes it by hand: each worker takes one row with {@code SKIP LOCKED} and commits
 * that it is being sent, does the work, and commits that it is done. The same two durable steps per
 * call as the outbox, without its rules.
 */
final class OneRowAtATime implements AutoCloseable {
  private final HikariDataSource pool;
  private final int workers;

  OneRowAtATime(String url, int workers) throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername("postgres");
    config.setPassword("");
    config.setMaximumPoolSize(workers);
    this.pool = new HikariDataSource(config);
    this.workers = workers;
    execute(
        """
        CREATE TABLE job (
          id bigint PRIMARY KEY, state text NOT NULL, payload bytea NOT NULL,
          due timestamptz NOT NULL DEFAULT now()) WITH (fillfactor = 60);
        CREATE INDEX job_waiting ON job (due) WHERE state = 'PENDING';
        """);
  }

  void fill(int rows) throws SQLException {
    execute(
        "INSERT INTO job (id, state, payload) SELECT n, 'PENDING', sha256(int8send(n))"
            + " FROM generate_series(1, "
            + rows
            + ") n");
    execute("VACUUM ANALYZE job");
  }

  void drain() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    List<Future<?>> ends = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      ends.add(threads.submit(this::work));
    }
    for (Future<?> end : ends) {
      end.get();
    }
    threads.shutdown();
  }

  private Void work() throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement take =
            connection.prepareStatement(
                """
                UPDATE job SET state = 'SENDING' WHERE id = (
                  SELECT id FROM job WHERE state = 'PENDING' AND due <= now()
                  ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING id, payload
                """);
        PreparedStatement done =
            connection.prepareStatement("UPDATE job SET state = 'DONE' WHERE id = ?")) {
      while (true) {
        long id;
        try (ResultSet row = take.executeQuery()) {
          if (!row.next()) {
            return null;
          }
          id = row.getLong(1);
        }
        done.setLong(1, id);
        done.executeUpdate();
      }
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
