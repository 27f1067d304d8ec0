/**
 * Time-limited, exclusive rights: how a JVM counts the lease that it holds, and the timer that
 * renews leases and moves expired ones to doubt. The database's clock decides; this JVM's clocks
 * only ever shorten a lease.
 */
@NullMarked
package dev.sidegate.engine.lease;

import org.jspecify.annotations.NullMarked;
