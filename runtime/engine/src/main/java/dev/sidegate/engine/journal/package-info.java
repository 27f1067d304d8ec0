/**
 * What an attempt's end, and an event of the process's own chain, is written to while the database
 * is away: files of this machine, from which it is settled later, by this process or by the next
 * one.
 *
 * <p>Nothing is decided here. A journal that cannot be written says so to its caller; the lease
 * then makes it doubt. An end whose claim the database lost is set aside, in a file with the ending
 * {@code .lost}, and said once: only people can find out.
 */
@NullMarked
package dev.sidegate.engine.journal;

import org.jspecify.annotations.NullMarked;
