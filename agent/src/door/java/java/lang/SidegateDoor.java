package java.lang;

import java.util.function.BiFunction;

/**
 * The one door from woven code of any class loader, the JDK's too, to the engine. It is defined into
 * {@code java.base} by the agent, because every class sees {@code java.lang}; nothing is appended to
 * the bootstrap path for it, which would cost class-data sharing.
 *
 * <p>It speaks JDK types only: a question's name and its arguments. Where the field is null, woven
 * code throws: without a door no body runs.
 */
public final class SidegateDoor {

  /** The engine's end, or null before the agent has put it in place. */
  public static volatile BiFunction<String, Object[], Object> door;

  private SidegateDoor() {}
}
