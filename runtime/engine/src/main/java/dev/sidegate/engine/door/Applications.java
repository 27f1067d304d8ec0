package dev.sidegate.engine.door;

import dev.sidegate.engine.notify.Notices;
import java.util.List;

/**
 * What the application's loaders offer: their classifiers, their validation, their ways of telling
 * people. One per engine.
 */
public final class Applications {
  private final PerLoader<Classifiers> classifiers = new PerLoader<>(Classifiers::of);
  private final PerLoader<JakartaValidation> validation = new PerLoader<>(JakartaValidation::of);

  private final PerLoader<ApplicationNotifiers> notifiers;

  /** Notifiers of the application tell by these. */
  public Applications(Notices notices) {
    this.notifiers = new PerLoader<>(loader -> ApplicationNotifiers.of(loader, notices));
  }

  /** The channels of the notifiers that a class's loader sees. */
  List<String> channels(Class<?> user) {
    return notifiers.of(user).channels();
  }

  /** The failure classifiers that a class's loader sees. */
  Classifiers classifiers(Class<?> user) {
    return classifiers.of(user);
  }

  /** The validation that a class's loader sees. */
  JakartaValidation validation(Class<?> user) {
    return validation.of(user);
  }
}
