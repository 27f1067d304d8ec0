/**
 * How a command finds its database, and how a database gets Sidegate's tables, roles and logins.
 *
 * <p>No statement about intents stands here; those are the engine's.
 */
@NullMarked
package dev.sidegate.operator.database;

import org.jspecify.annotations.NullMarked;
