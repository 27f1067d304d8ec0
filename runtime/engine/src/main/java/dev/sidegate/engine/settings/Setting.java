package dev.sidegate.engine.settings;

/**
 * One value and where it was set.
 *
 * @param name the full name, such as {@code sidegate.jdbc.url}
 * @param value as written
 * @param origin for messages: {@code system property sidegate.jdbc.url}, {@code environment
 *     SIDEGATE_JDBC_URL}, {@code sidegate.yaml}
 */
record Setting(String name, String value, String origin) {}
