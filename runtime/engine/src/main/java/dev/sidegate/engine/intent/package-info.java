/**
 * The words of the domain: what an intent is, what may be asked of it, and what may be answered.
 *
 * <p>Values and pure decisions only: no SQL, no clock, no thread. Everything else in the engine may
 * use this package; it uses none of the others.
 */
@NullMarked
package dev.sidegate.engine.intent;

import org.jspecify.annotations.NullMarked;
