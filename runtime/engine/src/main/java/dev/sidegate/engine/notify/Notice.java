package dev.sidegate.engine.notify;

import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One message about a question, to one channel.
 *
 * @param approval the question
 * @param operation the intent
 * @param kind why people are told
 * @param channel how
 * @param role of those who may decide
 * @param tries how often it was tried, this time included
 * @param effect what waits
 * @param scope where; empty by default
 * @param shownKey of what, as people read it
 * @param owner class and method; null if unknown
 * @param requester who asked; null if unknown
 * @param askedAt since when
 * @param expiresAt until when
 * @param state how the question stands
 * @param decidedBy by whom it ended; null while it stands, or where time ended it
 * @param reason why; null if nothing was said
 */
public record Notice(
    UUID approval,
    UUID operation,
    Kind kind,
    String channel,
    String role,
    int tries,
    String effect,
    String scope,
    String shownKey,
    @Nullable String owner,
    @Nullable String requester,
    Instant askedAt,
    Instant expiresAt,
    String state,
    @Nullable String decidedBy,
    @Nullable String reason) {

  /** Why people are told. */
  public enum Kind {
    /** A question waits. */
    ASKED,
    /** It still does. */
    REMINDER,
    /** It does, and others may decide now. */
    FALLBACK,
    /** It is over. */
    DECIDED
  }

  /** Whether somebody is to do something. */
  public boolean asks() {
    return kind != Kind.DECIDED;
  }

  /** One line that says what it is about, without any argument. */
  public String subject() {
    String what = effect + " " + shownKey + (scope.isEmpty() ? "" : " of " + scope);
    return switch (kind) {
      case ASKED -> "Waits for " + role + ": " + what;
      case REMINDER -> "Still waits for " + role + ": " + what;
      case FALLBACK -> "Waits for " + role + " too by now: " + what;
      case DECIDED ->
          state.substring(0, 1) + state.substring(1).toLowerCase(Locale.ROOT) + ": " + what;
    };
  }
}
