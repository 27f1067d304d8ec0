/**
 * The annotation processors: their life in a compilation, and nothing else. They read classes with
 * {@code guard}, print with {@code report} and write with {@code write}.
 */
@NullMarked
package dev.sidegate.processor;

import org.jspecify.annotations.NullMarked;
