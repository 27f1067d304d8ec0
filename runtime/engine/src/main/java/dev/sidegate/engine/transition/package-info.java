/**
 * What may become of an intent, an attempt and an outbox entry, as data: one table each, with the
 * law or the reason of every row. The statements in {@code store} take these transitions and the
 * database's trigger refuses all others; tests hold the three against each other.
 *
 * <p>Pure: no SQL, no clock, no thread.
 */
@NullMarked
package dev.sidegate.engine.transition;

import org.jspecify.annotations.NullMarked;
