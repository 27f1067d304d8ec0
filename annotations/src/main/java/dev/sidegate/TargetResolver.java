package dev.sidegate;

import java.util.Optional;

/**
 * Says on which object a call without a caller runs, such as a {@link Reconciles} method that a
 * timer asks, or a deferred call. Found with {@link java.util.ServiceLoader} through the guarded
 * class's own loader; an application that knows its objects by itself uses {@link
 * Sidegate#target(Object)}.
 *
 * <p>Called from any thread, each time a target is needed. Where two resolvers name two objects, or
 * one throws, there is no target, and the case stays visible for people.
 */
@FunctionalInterface
public interface TargetResolver {

  /**
   * The object of this class to run on.
   *
   * @param type the class that declares the guarded method
   * @return empty if this resolver knows none, or knows several
   */
  Optional<?> resolve(Class<?> type);
}
