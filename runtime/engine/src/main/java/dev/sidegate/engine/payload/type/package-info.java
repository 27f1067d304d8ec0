/**
 * Java types as trees, by reflection: the twin of what the processor generates, for lambdas and for
 * methods of a rules file. The same type gives the same tree here and there, and the same
 * description.
 *
 * <p>Annotations count by their names: the application's loader has a copy of its own. Nothing here
 * keeps a class alive.
 */
@NullMarked
package dev.sidegate.engine.payload.type;

import org.jspecify.annotations.NullMarked;
