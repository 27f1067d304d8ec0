package dev.sidegate;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One message about a question. Holds no argument of the call. */
public final class ApprovalNotice {
  private final Map<String, ?> values;

  private ApprovalNotice(Map<String, ?> values) {
    this.values = values;
  }

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

  /** Reads what the engine gives, which calls this through the loader of the guarded class. */
  public static ApprovalNotice of(Map<String, ?> values) {
    return new ApprovalNotice(values);
  }

  /** The same for a message that comes again, and for no other. */
  public String id() {
    return text("id");
  }

  /** Why people are told. */
  public Kind kind() {
    return Kind.valueOf(text("kind").toUpperCase(Locale.ROOT));
  }

  /** One line that says what it is about. */
  public String subject() {
    return text("subject");
  }

  /** The operation that waits. */
  public Operation operation() {
    return new Operation(text("operation"));
  }

  /** The effect's name. */
  public String effect() {
    return text("effect");
  }

  /** The tenant or environment; empty if it has none. */
  public String scope() {
    return text("scope");
  }

  /** The effect's key, as people read it. */
  public String key() {
    return text("key");
  }

  /** The role of those who may decide. */
  public String role() {
    return text("role");
  }

  /** Who asked; null if unknown. */
  public @Nullable String requester() {
    return optional("requester");
  }

  /** Since when it waits. */
  public Instant askedAt() {
    return (Instant) Objects.requireNonNull(values.get("askedAt"));
  }

  /** Until when; too late is never a yes. */
  public Instant expiresAt() {
    return (Instant) Objects.requireNonNull(values.get("expiresAt"));
  }

  /** How the question stands, such as {@code open}, {@code granted} or {@code rejected}. */
  public String state() {
    return text("state");
  }

  /** By whom it ended; null while it stands, or where time ended it. */
  public @Nullable String decidedBy() {
    return optional("decidedBy");
  }

  /** Why; null if nothing was said. */
  public @Nullable String reason() {
    return optional("reason");
  }

  /** A link to the operation for whoever is signed in; it carries nothing secret. */
  public Optional<String> link() {
    return Optional.ofNullable(optional("link"));
  }

  /** What to type where there is no console. */
  public String command() {
    return text("command");
  }

  /**
   * A link for one person of the role, to be sent to that person alone: good once, for this
   * question, until it expires; an earlier one of the same person ends. Empty without a console,
   * and where nothing is asked any more.
   */
  @SuppressWarnings("unchecked")
  public Optional<String> linkFor(String approver) {
    Function<String, @Nullable String> links =
        (Function<String, @Nullable String>) Objects.requireNonNull(values.get("links"));
    return Optional.ofNullable(links.apply(Objects.requireNonNull(approver, "approver")));
  }

  @Override
  public String toString() {
    return subject();
  }

  private String text(String name) {
    return (String) Objects.requireNonNull(values.get(name), name);
  }

  private @Nullable String optional(String name) {
    return (String) values.get(name);
  }
}
