package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.intent.Finding;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what an application's lookup answered: a {@code dev.sidegate.Reconciliation} of its own.
 */
final class Reconciliations {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciliations.class);
  private static final String RECONCILIATION = "dev.sidegate.Reconciliation";
  private static final int LONGEST_RECEIPT = 1000;

  private Reconciliations() {}

  /**
   * The finding.
   *
   * @param answer the application's object, or null
   * @param encode gives the stored form of a result; null if it cannot be stored
   * @return null for null
   */
  static @Nullable Finding finding(
      @Nullable Object answer,
      EffectSpec effect,
      Function<@Nullable Object, byte @Nullable []> encode) {
    if (answer == null) {
      return null;
    }
    if (!answer.getClass().getName().equals(RECONCILIATION)) {
      return new Finding.Undetermined("the lookup returned a " + answer.getClass().getName());
    }
    String verdict = String.valueOf(read(answer, "verdict"));
    // Law 13: the application's words may quote a sensitive value.
    String reason = effect.sensitive() ? null : (String) read(answer, "reason");
    return switch (verdict) {
      case "APPLIED" -> applied(answer, effect, encode);
      case "NOT_APPLIED" -> new Finding.NotApplied();
      case "CONFLICT" -> new Finding.Conflict(reason);
      case "UNDETERMINED" -> new Finding.Undetermined(reason);
      default -> new Finding.Undetermined("this engine does not know the answer " + verdict);
    };
  }

  private static Finding applied(
      Object answer, EffectSpec effect, Function<@Nullable Object, byte @Nullable []> encode) {
    String receipt = String.valueOf(read(answer, "receipt"));
    if (receipt.isBlank() || receipt.length() > LONGEST_RECEIPT) {
      return new Finding.Undetermined(
          "the lookup says applied without a receipt of 1 to " + LONGEST_RECEIPT + " characters");
    }
    try {
      return new Finding.Applied(receipt, encode.apply(read(answer, "result")));
    } catch (InvalidCallException cannotBeStored) {
      LOG.warn(
          "What a lookup says that {} would have returned cannot be stored; repeats are told that"
              + " it is done: {}",
          effect.name(),
          cannotBeStored.getMessage());
      return new Finding.Applied(receipt, null);
    }
  }

  private static @Nullable Object read(Object answer, String property) {
    try {
      return answer.getClass().getMethod(property).invoke(answer);
    } catch (ReflectiveOperationException newerProtocol) {
      throw new IllegalStateException(
          "this engine cannot read the Reconciliation of the application", newerProtocol);
    }
  }
}
