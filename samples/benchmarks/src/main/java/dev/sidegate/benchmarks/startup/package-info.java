/**
 * How long a JVM takes to start: plain, with an agent that does nothing, and with Sidegate and
 * nothing guarded. Each start is a process of its own, so no class here knows of Sidegate's.
 */
@NullMarked
package dev.sidegate.benchmarks.startup;

import org.jspecify.annotations.NullMarked;
