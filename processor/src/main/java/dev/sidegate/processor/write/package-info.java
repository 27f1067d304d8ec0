/**
 * Writes descriptors from proven classes. Decides nothing: what stands here is how the code looks.
 */
@NullMarked
package dev.sidegate.processor.write;

import org.jspecify.annotations.NullMarked;
