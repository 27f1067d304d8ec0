/**
 * What a JVM knows of the server behind its connections, and what it remembers of its claims: which
 * change means that acknowledged claims may be gone, and which claims can be asserted again.
 *
 * <p>Decisions and bounded memory only; the statements are the store's.
 */
@NullMarked
package dev.sidegate.engine.failover;

import org.jspecify.annotations.NullMarked;
