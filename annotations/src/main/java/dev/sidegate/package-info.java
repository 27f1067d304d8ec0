/**
 * What application code compiles against: the annotations of a tool method, the entry point {@link
 * dev.sidegate.Sidegate}, the running {@link dev.sidegate.Attempt}, the scope around a call, what
 * is known of deferred work ({@link dev.sidegate.Operation}) and the exceptions of held calls.
 *
 * <p>Nothing in this package holds state. Whatever has to be remembered lives behind the door, in
 * the engine; these classes only ask it, with JDK types alone, so that any number of class loaders
 * may carry a copy of them.
 */
@NullMarked
package dev.sidegate;

import org.jspecify.annotations.NullMarked;
