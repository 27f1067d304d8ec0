package dev.sidegate.agent.start;

import dev.sidegate.agent.framework.Frameworks;
import dev.sidegate.agent.framework.RetryOwners;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The frameworks around guarded calls, at the engine's end of the door: what they know of a call
 * goes with it, and they hear how it ended. Made with the first of them; a JVM without frameworks
 * goes straight through.
 */
final class AroundCalls {
  private final WovenLibraries libraries;
  private volatile @Nullable Frameworks frameworks;
  private volatile @Nullable RetryOwners owners;

  AroundCalls(WovenLibraries libraries) {
    this.libraries = libraries;
  }

  /** The answer to a framework's question. */
  @Nullable Object answer(String question, @Nullable Object[] with) {
    Frameworks made = frameworks;
    return (made == null ? make() : made).answer(question, with);
  }

  private synchronized Frameworks make() {
    Frameworks made = frameworks;
    if (made == null) {
      made = new Frameworks();
      frameworks = made;
    }
    return made;
  }

  /** An object with guarded methods is built, or the first of them is called. */
  void beforeTheFirstCall() {
    libraries.await();
  }

  /** A guarded call goes in. */
  @Nullable Object enter(
      BiFunction<String, @Nullable Object[], @Nullable Object> door,
      MethodHandles.Lookup woven,
      @Nullable Object[] with) {
    nameRetryOwners(woven);
    Frameworks around = frameworks;
    if (around == null) {
      return door.apply("enter", with);
    }
    try {
      return enter(door, around.facts(), with);
    } catch (RuntimeException held) {
      around.guardedCallEnded(held);
      throw held;
    }
  }

  private static @Nullable Object enter(
      BiFunction<String, @Nullable Object[], @Nullable Object> door,
      Map<String, String> facts,
      @Nullable Object[] with) {
    if (facts.isEmpty()) {
      return door.apply("enter", with);
    }
    Object outer = door.apply("scope.enter", new Object[] {facts});
    try {
      return door.apply("enter", with);
    } finally {
      Object unused = door.apply("scope.exit", new @Nullable Object[] {outer});
    }
  }

  /** A guarded call comes out. */
  @Nullable Object exit(
      BiFunction<String, @Nullable Object[], @Nullable Object> door, @Nullable Object[] with) {
    Object given = door.apply("exit", with);
    Frameworks around = frameworks;
    if (around != null && given instanceof Object[] end) {
      around.guardedCallEnded((Throwable) end[1]);
    }
    return given;
  }

  private void nameRetryOwners(MethodHandles.Lookup woven) {
    RetryOwners named = owners;
    if (named == null) {
      named = new RetryOwners();
      owners = named;
    }
    named.name(woven.lookupClass().getClassLoader());
  }
}
