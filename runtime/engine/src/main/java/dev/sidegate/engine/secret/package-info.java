/**
 * Secrets: the keys that encrypt what is stored, the secret behind HMACs, and the files they come
 * from.
 *
 * <p>The only place that reads such files. Nothing here ever shows a secret, in a message, a log or
 * {@code toString}. What is done with them stands in {@code payload} and {@code key}.
 */
@NullMarked
package dev.sidegate.engine.secret;

import org.jspecify.annotations.NullMarked;
