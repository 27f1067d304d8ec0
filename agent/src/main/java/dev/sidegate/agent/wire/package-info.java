/**
 * The clients that are watched inside a guarded body: the action key goes on their unsafe requests,
 * and the lease is checked as a request is about to leave (law 16). JDK classes are woven here, so
 * the advice speaks to the door only, and what stands behind it runs in any thread of the client.
 */
@NullMarked
package dev.sidegate.agent.wire;

import org.jspecify.annotations.NullMarked;
