package dev.sidegate.engine.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What left for one attempt, written down by whoever watches its clients. Safe for many threads.
 *
 * <p>It ends with the attempt: what has not left by then never does, so evidence that was taken at
 * the end stays true.
 */
public final class WireLog {
  private final boolean watching;
  private final List<Request> requests = new ArrayList<>();
  private @Nullable String unwatched;
  private @Nullable String untied;
  private int begun;
  private int tasks;
  private boolean ended;

  private WireLog(boolean watching) {
    this.watching = watching;
  }

  /** The log of an attempt whose clients are watched. */
  public static WireLog watching() {
    return new WireLog(true);
  }

  /** The log of an attempt that nobody watches. */
  public static WireLog blind() {
    return new WireLog(false);
  }

  /** Whether somebody watched when the attempt began. */
  public boolean isWatching() {
    return watching;
  }

  /** An unsafe request is to be sent; nothing of it was written yet. */
  public synchronized void begun() {
    begun++;
  }

  /**
   * An unsafe request is about to be written.
   *
   * @return where its answer is written down; empty once the attempt has ended, then it must not
   *     leave
   */
  public synchronized Optional<Request> leaving(String host, String method) {
    if (ended) {
      return Optional.empty();
    }
    Request request = new Request(host, method);
    requests.add(request);
    return Optional.of(request);
  }

  /** Whether an unsafe request has left, wholly or in part. */
  public synchronized boolean hasLeft() {
    return !requests.isEmpty();
  }

  /** Something may have left past the watched clients. */
  public synchronized void unwatched(String what) {
    if (unwatched == null) {
      unwatched = what;
    }
  }

  /** Work went to where nobody ties it to the attempt. */
  public synchronized void untied(String what) {
    if (untied == null) {
      untied = what;
    }
  }

  /** Work was handed to another thread, and is tied to the attempt there. */
  public synchronized void handedOver() {
    tasks++;
  }

  /** Such work is done, or will never run. */
  public synchronized void finished() {
    tasks--;
  }

  /** What is known so far; after the end, what was known then. */
  public synchronized WireEvidence evidence() {
    if (!watching) {
      return WireEvidence.NONE;
    }
    boolean open = untied != null || tasks > 0;
    List<WireEvidence.Answer> answers = new ArrayList<>();
    for (Request request : requests) {
      if (request.answer != null) {
        answers.add(request.answer);
      }
    }
    return new WireEvidence(
        unwatched == null,
        begun > 0 && requests.isEmpty() && unwatched == null && !open,
        open,
        requests.size(),
        answers,
        requests.size() - answers.size());
  }

  /** The attempt has ended. Answers to what has left are still written down. */
  synchronized void end() {
    ended = true;
  }

  /** One unsafe request that left. */
  public final class Request {
    private final String host;
    private final String method;
    private WireEvidence.@Nullable Answer answer;

    private Request(String host, String method) {
      this.host = host;
      this.method = method;
    }

    /** Where it went. */
    public String host() {
      return host;
    }

    /** The head of its answer has come. An interim one ({@code 1xx}) is none. */
    public void answered(int status, @Nullable String requestId, @Nullable String retryAfter) {
      synchronized (WireLog.this) {
        answer = new WireEvidence.Answer(method, status, requestId, retryAfter, false);
      }
    }

    /** The whole answer was read. */
    public void complete() {
      synchronized (WireLog.this) {
        if (answer != null) {
          answer =
              new WireEvidence.Answer(
                  answer.method(), answer.status(), answer.requestId(), answer.retryAfter(), true);
        }
      }
    }
  }
}
