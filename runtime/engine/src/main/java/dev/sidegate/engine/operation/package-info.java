/**
 * Work that goes on without its caller: how operations stand, many in one statement, with one
 * thread that looks for all who wait; wishes that applications wrote in their own transactions, and
 * when they are picked up; and who is told how queued wishes ended.
 *
 * <p>Nothing here moves an intent: what is picked up goes through the gate.
 */
@NullMarked
package dev.sidegate.engine.operation;

import org.jspecify.annotations.NullMarked;
