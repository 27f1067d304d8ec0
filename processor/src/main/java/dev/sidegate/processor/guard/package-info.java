/**
 * Guarded classes: what the annotations of a class say, read, checked and put into values that the
 * descriptor is written from. One reader per question.
 */
@NullMarked
package dev.sidegate.processor.guard;

import org.jspecify.annotations.NullMarked;
