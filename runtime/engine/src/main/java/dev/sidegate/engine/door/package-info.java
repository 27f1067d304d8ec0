/**
 * The one way into the engine from application-side classes, in JDK types alone: the questions of
 * the door, the descriptors that the processor generated, and the exceptions as the asking loader
 * sees them.
 */
@NullMarked
package dev.sidegate.engine.door;

import org.jspecify.annotations.NullMarked;
