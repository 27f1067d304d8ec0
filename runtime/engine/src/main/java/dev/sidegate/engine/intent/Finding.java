package dev.sidegate.engine.intent;

import org.jspecify.annotations.Nullable;

/** What came of asking the provider about a doubt. */
public sealed interface Finding {

  /** Its name in the database and in the audit. */
  String verdict();

  /** Why, without sensitive values; null if there is nothing to say. */
  @Nullable String reason();

  /**
   * The effect happened, as intended.
   *
   * @param receipt the provider's id of it
   * @param result the stored form of what the body would have returned; null if it is not known
   */
  @SuppressWarnings("ArrayRecordComponent") // handed straight to the driver
  record Applied(String receipt, byte @Nullable [] result) implements Finding {
    @Override
    public String verdict() {
      return "APPLIED";
    }

    @Override
    public @Nullable String reason() {
      return null;
    }
  }

  /** The provider has nothing of it now. What may still be on its way to it is another question. */
  record NotApplied() implements Finding {
    @Override
    public String verdict() {
      return "NOT_APPLIED";
    }

    @Override
    public @Nullable String reason() {
      return null;
    }
  }

  /** The provider has something else than what was intended, or has it more than once. */
  record Conflict(@Nullable String reason) implements Finding {
    @Override
    public String verdict() {
      return "CONFLICT";
    }
  }

  /** The lookup failed or could not tell. Never means absent. */
  record Undetermined(@Nullable String reason) implements Finding {
    @Override
    public String verdict() {
      return "UNDETERMINED";
    }
  }
}
