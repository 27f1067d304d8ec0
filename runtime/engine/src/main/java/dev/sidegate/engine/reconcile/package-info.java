/**
 * Ends doubts by asking the provider what became of an effect: which doubt is asked about, when,
 * for how long, and what each answer permits. Reads as "Doubt" in DESIGN.md, section 5. How an
 * application's own lookup is reached is the door's business.
 */
@NullMarked
package dev.sidegate.engine.reconcile;

import org.jspecify.annotations.NullMarked;
