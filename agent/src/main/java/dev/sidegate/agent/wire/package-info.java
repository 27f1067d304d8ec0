/**
 * The clients that are watched inside a guarded body: the action key goes on their unsafe requests,
 * lease and kill switch are checked as a request is about to leave (laws 11, 16), and what left and
 * what came back is written into the attempt's log. Below them all sockets are watched, so that
 * what leaves another way is no evidence. JDK classes are woven here, so the advice speaks to the
 * door only, and what stands behind it runs in any thread of the client.
 */
@NullMarked
package dev.sidegate.agent.wire;

import org.jspecify.annotations.NullMarked;
