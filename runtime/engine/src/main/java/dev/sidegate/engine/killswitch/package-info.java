/**
 * The copy of the kill switch that this JVM holds while attempts run, and what it says about a
 * request that is about to leave (law 11). The claim asks the database itself; that is not here.
 */
@NullMarked
package dev.sidegate.engine.killswitch;

import org.jspecify.annotations.NullMarked;
