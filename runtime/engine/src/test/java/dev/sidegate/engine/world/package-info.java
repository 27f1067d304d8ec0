/**
 * The world that tests live in: real servers, started once per JVM. No test of its own and no
 * assertion; other modules use it through the engine's test jar.
 */
@NullMarked
package dev.sidegate.engine.world;

import org.jspecify.annotations.NullMarked;
