package dev.sidegate.engine.store;

import java.util.Map;

/** Where the tables are and which version of them this engine speaks. */
public final class Schema {
  /** The schema that holds everything. */
  public static final String NAME = "sidegate";

  /** Where Flyway finds the migrations, as a location on the class path. */
  public static final String MIGRATIONS = "classpath:dev/sidegate/engine/store/migration";

  /** Flyway's own table, in the same schema. */
  public static final String MIGRATION_TABLE = "migration";

  /** The version of the tables that this engine was written for. */
  public static final int VERSION = 11;

  private Schema() {}

  /**
   * What an application's login is set to, by name, in PostgreSQL's base units. Connections ask for
   * the same at their start; a pooler in between can drop that, but not a login's own settings.
   */
  public static Map<String, String> loginSettings() {
    return SessionSettings.of(StoreSettings.of("jdbc:postgresql:", null, null)).values();
  }
}
