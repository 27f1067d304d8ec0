/**
 * Whether a hole's path leads to a value that can identify a wish, and how generated code reads it.
 */
@NullMarked
package dev.sidegate.processor.key;

import org.jspecify.annotations.NullMarked;
