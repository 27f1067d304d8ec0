package dev.sidegate.engine.door;

/** What the application's loaders offer: their classifiers and their validation. One per engine. */
public final class Applications {
  private final PerLoader<Classifiers> classifiers = new PerLoader<>(Classifiers::of);
  private final PerLoader<JakartaValidation> validation = new PerLoader<>(JakartaValidation::of);

  /** The failure classifiers that a class's loader sees. */
  Classifiers classifiers(Class<?> user) {
    return classifiers.of(user);
  }

  /** The validation that a class's loader sees. */
  JakartaValidation validation(Class<?> user) {
    return validation.of(user);
  }
}
