/**
 * What a failure means. From a throwable, from what the wire saw and from what the provider
 * declares to a {@link dev.sidegate.FailureClass}, and how long to wait before the next attempt.
 *
 * <p>Pure: the tables are data, time comes in, nothing is read from outside. It knows no class of
 * any client; exceptions are known by their names.
 */
@NullMarked
package dev.sidegate.engine.failure;

import org.jspecify.annotations.NullMarked;
