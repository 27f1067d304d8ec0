package dev.sidegate;

import java.util.Optional;

/**
 * The application's own view of the exceptions of its clients. Registered for {@link
 * java.util.ServiceLoader} and found through the loader of the guarded class.
 *
 * <p>It proves nothing: it is asked only where it is proven that nothing was applied, and chooses
 * among the classes which that proof allows. Where nothing left the JVM these are {@link
 * FailureClass#INVALID_INPUT}, {@link FailureClass#PERMANENT} and {@link
 * FailureClass#TRANSIENT_BEFORE_WRITE}; where the provider answered as its contract's {@code
 * notApplied} says, {@link FailureClass#PERMANENT} and {@link FailureClass#RATE_LIMITED}. Doubt,
 * {@link FailureClass#UNKNOWN_AFTER_START}, may always be chosen.
 *
 * <p>Called by many threads at once. One that throws, or chooses another class, leaves doubt.
 */
public interface FailureClassifier {

  /**
   * Classifies what a guarded body threw.
   *
   * @param effect the effect's name
   * @param thrown what the body threw
   * @return its class; empty leaves it to the next classifier, and in the end to the engine's table
   */
  Optional<FailureClass> classify(String effect, Throwable thrown);
}
