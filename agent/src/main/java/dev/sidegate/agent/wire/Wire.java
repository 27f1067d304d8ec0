package dev.sidegate.agent.wire;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers the questions of woven clients. Outside a guarded body every answer is "as it is". */
public final class Wire {
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private final Supplier<@Nullable WatchedAttempt> current;
  private final TiedValues ties = new TiedValues();
  private @Nullable MessageHeads heads;

  /**
   * Watches for attempts.
   *
   * @param current the attempt that runs in the asking thread, or null
   */
  public Wire(Supplier<@Nullable WatchedAttempt> current) {
    this.current = current;
  }

  /** The answer to a question whose name begins with {@code wire.}. */
  public @Nullable Object answer(String question, @Nullable Object subject) {
    return switch (question) {
      case "wire.request" ->
          subject == null ? null : JdkRequests.tied(subject, current.get(), ties);
      case "wire.leaving" -> subject == null ? null : JdkRequests.leaving(subject, ties);
      case "wire.leaving.head" -> leaving(subject);
      default -> throw new IllegalArgumentException(question);
    };
  }

  private @Nullable IOException leaving(@Nullable Object head) {
    WatchedAttempt attempt = current.get();
    return attempt == null || head == null ? null : heads().leaving(head, attempt);
  }

  private MessageHeads heads() {
    MessageHeads made = heads;
    if (made == null) {
      made = new MessageHeads();
      heads = made;
    }
    return made;
  }

  /** Whether a request of this method may change something. */
  static boolean isUnsafe(String method) {
    return !SAFE.contains(method.toUpperCase(Locale.ROOT));
  }

  /** Null while the attempt may send; else why it may not. */
  static @Nullable IOException ended(WatchedAttempt attempt) {
    return attempt.leased()
        ? null
        : new IOException(
            "Sidegate: the lease of "
                + attempt.effect()
                + " ended before the request left; nothing was sent");
  }
}
