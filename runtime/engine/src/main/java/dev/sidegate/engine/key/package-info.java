/**
 * Keys: rendering a template with a call's values, and the action key that providers see.
 *
 * <p>Pure functions. The grammar itself is {@code dev.sidegate.key}, shared with the processor;
 * here is what it means for values.
 */
@NullMarked
package dev.sidegate.engine.key;

import org.jspecify.annotations.NullMarked;
