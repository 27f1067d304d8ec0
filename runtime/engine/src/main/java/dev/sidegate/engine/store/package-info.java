/**
 * PostgreSQL, which holds the truth: every statement, every connection, every migration.
 *
 * <p>The statements are {@code .sql} resources of this package, named after what they do; the
 * decisions about intents that PostgreSQL makes inside a claim or a settle are read there. Nothing
 * else in the engine speaks JDBC. What a body returned, how a key is made and what a held caller is
 * told does not belong here.
 */
@NullMarked
package dev.sidegate.engine.store;

import org.jspecify.annotations.NullMarked;
