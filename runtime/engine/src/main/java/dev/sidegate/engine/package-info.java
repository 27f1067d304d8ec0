/**
 * The engine of one JVM, put together. Depends on every other package of the engine; none depends
 * on it.
 */
@NullMarked
package dev.sidegate.engine;

import org.jspecify.annotations.NullMarked;
