/**
 * How people are told that a question waits for them, and that it is over: channels, and the thread
 * that tries again.
 *
 * <p>What has to be told stands in the database, written in the question's own commit; a message
 * that fails is tried again there, by whichever process is alive. Nothing here decides a question,
 * and no message holds an argument.
 */
@NullMarked
package dev.sidegate.engine.notify;

import org.jspecify.annotations.NullMarked;
