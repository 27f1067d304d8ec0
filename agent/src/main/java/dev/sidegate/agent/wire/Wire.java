package dev.sidegate.agent.wire;

import dev.sidegate.agent.carry.Origin;
import dev.sidegate.engine.failure.RetryAfter;
import dev.sidegate.engine.gate.DepartureRefusedException;
import dev.sidegate.engine.gate.WireLog;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the questions of woven clients. Outside a guarded body every answer is "as it is". */
public final class Wire {
  private static final Logger LOG = LoggerFactory.getLogger(Wire.class);
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private final Supplier<@Nullable WatchedAttempt> current;
  private final BooleanSupplier whole;
  private final ClientRequests clients;
  private volatile @Nullable JdkRequests requests;
  private volatile @Nullable MessageHeads heads;

  /**
   * Watches for attempts.
   *
   * @param current the attempt that the asking thread works for, or null
   * @param whole whether all that was loaded so far is woven
   */
  public Wire(Supplier<@Nullable WatchedAttempt> current, BooleanSupplier whole) {
    this.current = current;
    this.whole = whole;
    this.clients = new ClientRequests(current);
  }

  /** The answer to a question whose name begins with {@code wire.}. */
  public @Nullable Object answer(String question, @Nullable Object[] with) {
    Object subject = with[0];
    if (subject == null) {
      return null;
    }
    return switch (question) {
      case "wire.request" -> requests().tied(subject, current.get());
      case "wire.leaving" -> requests().leaving(subject);
      case "wire.headers" -> with[1] == null ? subject : requests().headers(subject, with[1]);
      case "wire.answered" -> answered(subject);
      case "wire.returned" -> returned(subject, with[1]);
      case "wire.connecting" -> connecting((HttpURLConnection) subject);
      case "wire.leaving.head" -> leaving(subject, with[1]);
      case "wire.answered.head" -> answered(subject, with[1]);
      case "wire.socket" -> socket(subject);
      case "wire.unwatched" -> unwatched(subject.toString());
      case "wire.sending" -> with[1] == null ? subject : clients.sending(subject, with[1]);
      case "wire.call", "wire.called", "wire.received", "wire.entity", "wire.read" ->
          ofAClient(question, subject, with);
      default -> throw new IllegalArgumentException(question);
    };
  }

  private @Nullable Object answered(Object response) {
    try {
      requests().answered(response);
    } catch (Throwable otherJdk) {
      unreadable(otherJdk);
    }
    return null;
  }

  /** What came back is unknown then, and so is the attempt's end; the client goes on. */
  private static void unreadable(Throwable otherJdk) {
    LOG.warn("An answer cannot be looked at, and counts as none", otherJdk);
  }

  private @Nullable Object returned(Object request, @Nullable Object result) {
    if (result != null) {
      requests().returned(request, result);
    }
    return null;
  }

  private @Nullable Object connecting(HttpURLConnection connection) {
    WatchedAttempt attempt = current.get();
    if (attempt != null && (isUnsafe(connection.getRequestMethod()) || connection.getDoOutput())) {
      attempt.begun();
    }
    return null;
  }

  private @Nullable Exception leaving(Object head, @Nullable Object connection) {
    WatchedAttempt attempt = current.get();
    return attempt == null || connection == null
        ? null
        : heads().leaving(head, connection, attempt);
  }

  private @Nullable Object answered(Object head, @Nullable Object connection) {
    if (current.get() != null && connection != null) {
      try {
        heads().answered(head, connection);
      } catch (Throwable otherJdk) {
        unreadable(otherJdk);
      }
    }
    return null;
  }

  /** Something is about to be sent without a watched client, or is sent by one of them. */
  private @Nullable IOException socket(Object what) {
    WatchedAttempt attempt = current.get();
    if (attempt == null) {
      return null;
    }
    Origin origin = Origin.ofThisCall();
    if (origin == Origin.ENGINE || (origin == Origin.WATCHED && whole.getAsBoolean())) {
      return null;
    }
    String refusal = attempt.unwatched(what.toString());
    return refusal == null ? null : new IOException(refusal);
  }

  /**
   * What only tells of a client; where it cannot be read, less is known, and the client goes on.
   */
  private @Nullable Object ofAClient(String question, Object subject, @Nullable Object[] with) {
    try {
      switch (question) {
        case "wire.call" -> {
          return clients.begin((Object[]) subject, (Class<?>) Objects.requireNonNull(with[1]));
        }
        case "wire.called" -> clients.end(subject);
        case "wire.received" -> clients.received(subject, with[1]);
        case "wire.entity" -> clients.entity(subject);
        default -> clients.read(subject);
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherVersion) {
      unreadable(otherVersion);
    }
    return null;
  }

  private @Nullable IOException unwatched(String what) {
    WatchedAttempt attempt = current.get();
    String refusal = attempt == null ? null : attempt.unwatched(what);
    return refusal == null ? null : new IOException(refusal);
  }

  private JdkRequests requests() {
    JdkRequests made = requests;
    return made != null ? made : makeRequests();
  }

  /** There must be one: it knows which request belongs to whom. */
  private synchronized JdkRequests makeRequests() {
    JdkRequests made = requests;
    if (made == null) {
      made = new JdkRequests();
      requests = made;
    }
    return made;
  }

  private MessageHeads heads() {
    MessageHeads made = heads;
    return made != null ? made : makeHeads();
  }

  private synchronized MessageHeads makeHeads() {
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

  /** Null if it may leave, and then it counts as left; else why it may not. */
  static @Nullable Exception leaving(
      WatchedAttempt attempt, String host, String method, Consumer<WireLog.Request> left) {
    try {
      if (attempt.left() > 0) {
        HiddenRetries.another(attempt, host, method);
      }
      left.accept(attempt.leave(host, method));
      return null;
    } catch (DepartureRefusedException refused) {
      return new IOException(refused.getMessage());
    }
  }

  /** How long the provider asks to wait, if it does; seconds where that can be told. */
  static @Nullable String retryAfter(Function<String, @Nullable String> header) {
    String asked = header.apply("retry-after");
    return asked == null ? null : RetryAfter.inSeconds(asked, header.apply("date"));
  }

  /** The provider's id of a request, by the names of its header. */
  static @Nullable String requestId(Function<String, @Nullable String> header) {
    String id = header.apply("x-request-id");
    return id != null ? id : header.apply("request-id");
  }
}
