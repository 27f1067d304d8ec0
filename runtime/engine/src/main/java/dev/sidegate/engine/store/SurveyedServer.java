package dev.sidegate.engine.store;

/**
 * A server's durability, as a new session finds it.
 *
 * @param version as the server calls it
 * @param major its first number
 * @param fsync the setting
 * @param fullPageWrites the setting
 * @param synchronousCommit the setting, for the login that asks
 * @param synchronousStandbyNames the setting; empty if no standby is waited for
 * @param inRecovery whether it is a standby itself
 * @param standbys how many are connected
 * @param synchronousStandbys how many of them are waited for, as far as the login may see
 * @param migrated whether Sidegate's tables are there
 */
public record SurveyedServer(
    String version,
    int major,
    String fsync,
    String fullPageWrites,
    String synchronousCommit,
    String synchronousStandbyNames,
    boolean inRecovery,
    int standbys,
    int synchronousStandbys,
    boolean migrated) {}
