package dev.sidegate.engine.notify;

import dev.sidegate.engine.approval.LinkToken;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one place that makes links. A link opens a page of the console, which wants a sign-in before
 * it shows anything, and a click before it changes anything. Without a console there is none, and
 * people are told what to type.
 */
public final class Links {
  private final @Nullable String console;
  private final NoticeStore store;
  private final SecureRandom random;

  /** With the console's address; null if there is none. */
  public Links(@Nullable String console, NoticeStore store, SecureRandom random) {
    this.console =
        console == null || !console.endsWith("/")
            ? console
            : console.substring(0, console.length() - 1);
    this.store = store;
    this.random = random;
  }

  /**
   * A link for one person. Its token is that person's, for this question, once, until it expires;
   * an earlier link of the same person ends.
   */
  public Optional<String> forApprover(Notice notice, String approver) {
    if (console == null || !notice.asks()) {
      return Optional.empty();
    }
    LinkToken token = LinkToken.random(random);
    return store.keep(notice.approval(), approver, token)
        ? Optional.of(console + "/approval/" + token.text())
        : Optional.empty();
  }

  /** A link for whoever is signed in: it names the operation and carries nothing secret. */
  public Optional<String> toOperation(Notice notice) {
    return Optional.ofNullable(console).map(url -> url + "/operation/" + notice.operation());
  }

  /** What to type instead. */
  public String command(Notice notice) {
    return "java -jar sidegate.jar show " + notice.operation();
  }
}
