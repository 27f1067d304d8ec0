/**
 * Runs what is queued: looks for entries whose time has come, takes no more than there are free
 * workers, and hands each to the method that it belongs to. What an entry permits is decided in the
 * store; what a call is, at the door.
 */
@NullMarked
package dev.sidegate.engine.outbox;

import org.jspecify.annotations.NullMarked;
