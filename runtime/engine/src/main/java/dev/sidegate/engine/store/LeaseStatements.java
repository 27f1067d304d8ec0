package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.LeaseOwner;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code renew.sql}, {@code sweep.sql} and {@code unwatch.sql}. */
final class LeaseStatements {
  private final SqlText renew = SqlText.named("renew");
  private final SqlText sweep = SqlText.named("sweep");
  private final SqlText unwatch = SqlText.named("unwatch");

  /** Answers whose lease is lost. */
  Set<LeaseOwner> renew(Connection connection, Collection<Claimed> claims, Duration lease)
      throws SQLException {
    List<Claimed> rows = List.copyOf(claims);
    try (PreparedStatement statement = connection.prepareStatement(renew.jdbc())) {
      new Parameters(renew, statement)
          .uuids("operations", rows, Claimed::operation)
          .uuids("owners", rows, claim -> claim.owner().token())
          .longs("versions", rows, Claimed::version)
          .longs("lease_millis", rows, claim -> lease.toMillis())
          .complete();
      Set<LeaseOwner> lost = new HashSet<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          lost.add(rows.get(row.getInt("ordinal") - 1).owner());
        }
      }
      CommitWarnings.refuse(statement);
      return lost;
    }
  }

  /** Answers how many leases it moved to doubt. */
  int sweep(Connection connection, Duration grace, int batch) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sweep.jdbc())) {
      new Parameters(sweep, statement)
          .object("grace_millis", grace.toMillis())
          .object("batch", batch)
          .complete();
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        int moved = row.getInt("moved");
        CommitWarnings.refuse(statement);
        return moved;
      }
    }
  }

  /** Answers whether the attempt still runs. */
  boolean unwatch(Connection connection, Claimed claim) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(unwatch.jdbc())) {
      new Parameters(unwatch, statement)
          .object("operation", claim.operation())
          .object("attempt", claim.attempt())
          .object("owner", claim.owner().token())
          .complete();
      try (ResultSet row = statement.executeQuery()) {
        boolean runs = row.next();
        CommitWarnings.refuse(statement);
        return runs;
      }
    }
  }
}
