package dev.sidegate.agent.framework;

import org.jspecify.annotations.Nullable;

/** One run of a framework's woven method, from its beginning to its end. */
interface Frame {

  /**
   * It ends.
   *
   * @return what it ends with instead
   * @throws Exception if this version of the framework is not as expected; then it ends as it did
   */
  End end(End own) throws Exception;

  /** Takes away what the beginning left in the thread; called once, whatever happened. */
  default void close() {}

  /** What a method returned, or threw. */
  record End(@Nullable Object result, @Nullable Throwable thrown) {

    /** It returned this. */
    static End returned(@Nullable Object result) {
      return new End(result, null);
    }
  }
}
