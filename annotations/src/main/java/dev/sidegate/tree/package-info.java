/**
 * What the processor's generated descriptors call: an application's values to trees of JDK values,
 * and back. The engine alone gives a tree its canonical bytes.
 *
 * <p>Everything here is a pure function over JDK types; application code does not use this package.
 */
@NullMarked
package dev.sidegate.tree;

import org.jspecify.annotations.NullMarked;
