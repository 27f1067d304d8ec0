/**
 * What an application's type looks like as a tree of JDK values, and whether it can be built again
 * from one. Reads types, writes no code.
 */
@NullMarked
package dev.sidegate.processor.shape;

import org.jspecify.annotations.NullMarked;
