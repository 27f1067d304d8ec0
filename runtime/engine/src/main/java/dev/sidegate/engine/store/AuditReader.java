package dev.sidegate.engine.store;

import dev.sidegate.engine.audit.AuditLine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole audit, by cursors over one snapshot: what is written meanwhile is not in it, and
 * nobody waits. Heads, members and events are merged in the order of their chains.
 */
final class AuditReader {
  private static final int ROWS_AT_A_TIME = 1_000;

  private final SqlText header = SqlText.named("export_header");
  private final SqlText heads = SqlText.named("export_heads");
  private final SqlText members = SqlText.named("export_members");
  private final SqlText events = SqlText.named("export_events");
  private final SqlText anchors = SqlText.named("export_anchors");

  void read(Connection connection, Consumer<AuditLine> to) throws SQLException {
    connection.setAutoCommit(false);
    try {
      try (Statement setting = connection.createStatement()) {
        setting.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
        setting.execute("SET LOCAL statement_timeout = 0");
      }
      lines(connection, to);
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private void lines(Connection connection, Consumer<AuditLine> to) throws SQLException {
    try (Cursor first = new Cursor(connection, header, AuditReader::header)) {
      to.accept(Objects.requireNonNull(first.next()));
    }
    try (Cursor head = new Cursor(connection, heads, AuditReader::head);
        Cursor member = new Cursor(connection, members, AuditReader::member);
        Cursor event = new Cursor(connection, events, AuditReader::event)) {
      for (String chain = least(head, member, event);
          chain != null;
          chain = least(head, member, event)) {
        head.pass(chain, to);
        member.pass(chain, to);
        event.pass(chain, to);
      }
    }
    try (Cursor anchor = new Cursor(connection, anchors, AuditReader::anchor)) {
      for (AuditLine line = anchor.next(); line != null; line = anchor.next()) {
        to.accept(line);
      }
    }
  }

  /** PostgreSQL orders ids as their texts are ordered. */
  private static @Nullable String least(Cursor... cursors) throws SQLException {
    String least = null;
    for (Cursor cursor : cursors) {
      String chain = cursor.chain();
      if (chain != null && (least == null || chain.compareTo(least) < 0)) {
        least = chain;
      }
    }
    return least;
  }

  private static AuditLine header(ResultSet row) throws SQLException {
    return new AuditLine.Header(
        AuditLine.FORM,
        row.getObject("id", UUID.class),
        row.getInt("schema_version"),
        time(row, "at"));
  }

  private static AuditLine head(ResultSet row) throws SQLException {
    return new AuditLine.Head(
        chain(row),
        row.getString("of"),
        row.getLong("audit_sequence"),
        row.getString("hash"),
        row.getObject("pruned", Long.class));
  }

  private static AuditLine member(ResultSet row) throws SQLException {
    return new AuditLine.Member(
        chain(row), row.getLong("sequence"), row.getLong("anchor"), row.getString("hash"));
  }

  private static AuditLine event(ResultSet row) throws SQLException {
    return new AuditLine.Event(
        chain(row),
        row.getLong("sequence"),
        time(row, "at"),
        row.getString("actor"),
        row.getString("kind"),
        row.getString("from_state"),
        row.getString("to_state"),
        row.getObject("attempt", Integer.class),
        row.getString("detail"),
        row.getString("hash"));
  }

  private static AuditLine anchor(ResultSet row) throws SQLException {
    return new AuditLine.Anchor(
        row.getLong("number"),
        time(row, "made_at"),
        row.getString("made_by"),
        row.getLong("members"),
        row.getString("root"),
        row.getString("previous"),
        row.getString("hash"));
  }

  private static UUID chain(ResultSet row) throws SQLException {
    return row.getObject("chain", UUID.class);
  }

  private static Instant time(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(Snapshots.instant(row, column), column);
  }

  /** Rows of one query, one ahead. */
  private static final class Cursor implements AutoCloseable {
    private final PreparedStatement statement;
    private final ResultSet rows;
    private final Query.Row<AuditLine> read;
    private @Nullable AuditLine ahead;
    private boolean looked;

    Cursor(Connection connection, SqlText text, Query.Row<AuditLine> read) throws SQLException {
      this.statement = connection.prepareStatement(text.jdbc());
      this.statement.setFetchSize(ROWS_AT_A_TIME);
      this.rows = statement.executeQuery();
      this.read = read;
    }

    @Nullable AuditLine next() throws SQLException {
      AuditLine line = look();
      looked = false;
      return line;
    }

    @Nullable String chain() throws SQLException {
      AuditLine line = look();
      return line == null ? null : chainOf(line);
    }

    void pass(String chain, Consumer<AuditLine> to) throws SQLException {
      while (chain.equals(chain())) {
        to.accept(Objects.requireNonNull(next()));
      }
    }

    private @Nullable AuditLine look() throws SQLException {
      if (!looked) {
        ahead = rows.next() ? read.read(rows) : null;
        looked = true;
      }
      return ahead;
    }

    private static String chainOf(AuditLine line) {
      if (line instanceof AuditLine.Head head) {
        return head.chain().toString();
      } else if (line instanceof AuditLine.Member member) {
        return member.chain().toString();
      } else if (line instanceof AuditLine.Event event) {
        return event.chain().toString();
      }
      throw new IllegalArgumentException("belongs to no chain: " + line);
    }

    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }
}
