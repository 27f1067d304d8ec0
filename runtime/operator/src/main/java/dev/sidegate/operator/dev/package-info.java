/**
 * The local server of {@code dev}: a real PostgreSQL, unpacked and kept in one directory, durable,
 * for one person's machine.
 *
 * <p>Nothing here is used against any other server.
 */
@NullMarked
package dev.sidegate.operator.dev;

import org.jspecify.annotations.NullMarked;
