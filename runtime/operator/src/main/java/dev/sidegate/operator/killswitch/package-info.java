/** Closing and opening the action boundary: {@code stop} and {@code resume}. */
@NullMarked
package dev.sidegate.operator.killswitch;

import org.jspecify.annotations.NullMarked;
