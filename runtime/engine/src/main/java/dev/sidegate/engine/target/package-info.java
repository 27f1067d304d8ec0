/**
 * On which object a call runs that no caller makes: a lookup by the timer, a deferred call. Objects
 * and classes are held weakly; how many there were is counted, and never guessed from what the
 * garbage collector has left.
 */
@NullMarked
package dev.sidegate.engine.target;

import org.jspecify.annotations.NullMarked;
