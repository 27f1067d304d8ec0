/**
 * What a guarded call costs, measured beside what one would write by hand, on the same server in
 * the same run.
 *
 * <p>Throughput with many callers that share commits is not what JMH measures, so the load is made
 * here: {@link dev.sidegate.benchmarks.Load}. Each program prints what it measured and how.
 */
@NullMarked
package dev.sidegate.benchmarks;

import org.jspecify.annotations.NullMarked;
