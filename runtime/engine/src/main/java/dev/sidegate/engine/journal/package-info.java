/**
 * Results that could not be settled because the database was away: kept on disk, synced, and
 * settled as soon as it is back, by this process or by the next one.
 */
@NullMarked
package dev.sidegate.engine.journal;

import org.jspecify.annotations.NullMarked;
