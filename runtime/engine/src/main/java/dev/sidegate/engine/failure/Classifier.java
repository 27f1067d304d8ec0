package dev.sidegate.engine.failure;

import dev.sidegate.FailureClass;
import java.util.Optional;

/** The application's own view of its exceptions. Asked only where something is proven. */
@FunctionalInterface
public interface Classifier {

  /** Has no view. */
  Classifier NONE = (thrown, proof) -> Optional.empty();

  /**
   * The class; empty leaves it to the table. Never throws; what is not allowed by the proof counts
   * as doubt.
   */
  Optional<FailureClass> classify(Throwable thrown, Proof proof);
}
