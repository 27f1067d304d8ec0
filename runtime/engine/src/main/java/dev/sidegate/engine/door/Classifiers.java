package dev.sidegate.engine.door;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.failure.Classifier;
import dev.sidegate.engine.failure.Proof;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code FailureClassifier}s that a loader of the application sees. Their interface is that
 * loader's, so they are called by reflection. One that throws or answers nonsense leaves doubt.
 */
final class Classifiers {
  private static final Logger LOG = LoggerFactory.getLogger(Classifiers.class);
  private static final String INTERFACE = "dev.sidegate.FailureClassifier";

  private final List<Object> classifiers;
  private final @Nullable Method classify;
  private final boolean broken;

  private Classifiers(List<Object> classifiers, @Nullable Method classify, boolean broken) {
    this.classifiers = classifiers;
    this.classify = classify;
    this.broken = broken;
  }

  /** Those of a loader. */
  static Classifiers of(@Nullable ClassLoader loader) {
    try {
      Class<?> type = Class.forName(INTERFACE, false, loader);
      List<Object> found = new ArrayList<>();
      ServiceLoader.load(type, loader).forEach(found::add);
      return new Classifiers(
          found, type.getMethod("classify", String.class, Throwable.class), false);
    } catch (ClassNotFoundException notSeenThere) {
      return new Classifiers(List.of(), null, false);
    } catch (ReflectiveOperationException | RuntimeException | Error bad) {
      LOG.warn("The registered FailureClassifiers cannot be used: {}", bad.toString());
      return new Classifiers(List.of(), null, true);
    }
  }

  /** The view of an effect's failures. */
  Classifier forEffect(String effect) {
    return (thrown, proof) -> {
      if (broken) {
        return Optional.of(FailureClass.UNKNOWN_AFTER_START);
      }
      for (Object classifier : classifiers) {
        Optional<FailureClass> view = ask(classifier, effect, thrown, proof);
        if (view.isPresent()) {
          return view;
        }
      }
      return Optional.empty();
    };
  }

  private Optional<FailureClass> ask(
      Object classifier, String effect, Throwable thrown, Proof proof) {
    String fault;
    try {
      Object answer = classify == null ? null : classify.invoke(classifier, effect, thrown);
      if (!(answer instanceof Optional<?> view)) {
        fault = "it answered " + answer;
      } else if (view.isEmpty()) {
        return Optional.empty();
      } else {
        FailureClass chosen = FailureClass.valueOf(((Enum<?>) view.get()).name());
        if (proof.allows(chosen)) {
          return Optional.of(chosen);
        }
        fault = "it chose " + chosen + ", which the proof " + proof + " does not allow";
      }
    } catch (InvocationTargetException threw) {
      fault = "it threw " + threw.getCause();
    } catch (IllegalAccessException | RuntimeException nonsense) {
      fault = nonsense.toString();
    }
    LOG.warn(
        "The FailureClassifier {} is ignored for a failure of {}, which stays in doubt: {}",
        classifier.getClass().getName(),
        effect,
        fault);
    return Optional.of(FailureClass.UNKNOWN_AFTER_START);
  }
}
