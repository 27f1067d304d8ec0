package dev.sidegate.operator.database;

import dev.sidegate.engine.store.Schema;
import dev.sidegate.operator.Fault;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;
import org.jspecify.annotations.Nullable;

/**
 * Brings a database to this jar's version of the tables. Running it twice changes nothing; the kill
 * switch's global row is written by the first installation alone, so that a migration never opens
 * what somebody closed.
 *
 * @param before the version found; null if Sidegate was not there
 * @param after the version now
 * @param applied what was done, in order
 */
public record Migration(@Nullable String before, String after, List<String> applied) {

  /** Copies the list. */
  public Migration {
    applied = List.copyOf(applied);
  }

  /**
   * Migrates.
   *
   * @param owner signed in as the schema's owner, or who is to become it
   * @throws Fault if the database refuses, or holds a newer version than this jar knows
   */
  public static Migration run(Target owner) {
    checkReachable(owner);
    try {
      MigrateResult result =
          Flyway.configure(Migration.class.getClassLoader())
              .dataSource(owner.url(), owner.user(), owner.password())
              .locations(Schema.MIGRATIONS)
              .defaultSchema(Schema.NAME)
              .table(Schema.MIGRATION_TABLE)
              .createSchemas(true)
              .load()
              .migrate();
      String before = plain(result.initialSchemaVersion);
      String after = plain(result.targetSchemaVersion);
      return new Migration(
          before,
          after == null ? String.valueOf(before) : after,
          result.migrations.stream()
              .map(step -> plain(step.version) + " " + step.description)
              .toList());
    } catch (FlywayException failed) {
      throw fault(owner, failed);
    }
  }

  /** Files are numbered 001, people count from 1. */
  private static @Nullable String plain(@Nullable String version) {
    return version == null ? null : version.replaceFirst("^0+(?=\\d)", "");
  }

  /** Flyway's own words for a wrong URL or password help nobody. */
  private static void checkReachable(Target owner) {
    try {
      owner.connect().close();
    } catch (SQLException broken) {
      throw DatabaseFaults.of(owner, broken);
    }
  }

  private static Fault fault(Target owner, FlywayException failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException refused) {
        return DatabaseFaults.of(owner, refused);
      }
    }
    return Fault.refused(
            "The database was not migrated: " + failed.getMessage(),
            "If it is of a newer Sidegate, use that one's jar.")
        .because(failed);
  }
}
