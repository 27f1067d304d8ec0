/** What the processor costs the compiler, beside processors that prove nothing. */
@NullMarked
package dev.sidegate.benchmarks.compile;

import org.jspecify.annotations.NullMarked;
