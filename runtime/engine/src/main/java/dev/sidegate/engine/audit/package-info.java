/**
 * The audit beyond the intents' own chains: refusals and late evidence in this process's chain, the
 * anchors that seal chains, and what verifies them without the database.
 *
 * <p>Every statement is in {@code store}; what a chain, an anchor and an export look like stands
 * here.
 */
@NullMarked
package dev.sidegate.engine.audit;

import org.jspecify.annotations.NullMarked;
