package dev.sidegate.engine.door;

/** The door declares no checked exception; an application's own goes through unchanged. */
final class Sneaky {
  private Sneaky() {}

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <T extends Throwable> RuntimeException unchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
