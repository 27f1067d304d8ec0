package dev.sidegate.engine.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What left for one attempt, written down by whoever watches its clients. Safe for many threads.
 *
 * <p>It ends with the attempt: what has not left by then never does, so evidence that was taken at
 * the end stays true.
 */
public final class WireLog {
  /** Together some 20 ms, and only where work was handed on and is not over. */
  private static final int MOST_LOOKS = 100;

  private static final long BETWEEN_LOOKS = 200_000;

  private static final int PRUNE_FROM = 64;

  private final boolean watching;
  private final Supplier<Optional<String>> refusal;
  private final List<Request> requests = new ArrayList<>();
  private List<BooleanSupplier> work = new ArrayList<>();
  private int pruneAt = PRUNE_FROM;
  private @Nullable String unwatched;
  private volatile boolean lossKept;
  private @Nullable String untied;
  private boolean begun;
  private boolean ended;

  private WireLog(boolean watching, Supplier<Optional<String>> refusal) {
    this.watching = watching;
    this.refusal = refusal;
  }

  /**
   * The log of an attempt whose clients are watched.
   *
   * @param refusal why its first unsafe request must not leave, asked as it is about to; empty if
   *     it may
   */
  public static WireLog watching(Supplier<Optional<String>> refusal) {
    return new WireLog(true, refusal);
  }

  /** The log of an attempt that nobody watches. */
  public static WireLog blind() {
    return new WireLog(false, Optional::empty);
  }

  /** Whether somebody watched when the attempt began. */
  public boolean isWatching() {
    return watching;
  }

  /** An unsafe request is to be sent; nothing of it was written yet. */
  public synchronized void begun() {
    begun = true;
  }

  /**
   * An unsafe request is about to be written.
   *
   * @return where its answer is written down
   * @throws DepartureRefusedException if it must not be: the attempt has ended, or it is the first
   *     one and the kill switch is closed
   */
  public synchronized Request leaving(String effect, String host, String method)
      throws DepartureRefusedException {
    if (ended) {
      throw new DepartureRefusedException(effect, "its attempt has ended");
    }
    if (requests.isEmpty()) {
      Optional<String> reason = refusal.get();
      if (reason.isPresent()) {
        throw new DepartureRefusedException(effect, reason.get());
      }
    }
    Request request = new Request(host, method);
    requests.add(request);
    return request;
  }

  /** How many unsafe requests have left, wholly or in part. */
  public synchronized int left() {
    return requests.size();
  }

  /** Something may have left past the watched clients. */
  public synchronized void unwatched(String what) {
    if (unwatched == null) {
      unwatched = what;
    }
  }

  /** Whether something may have left past the watched clients. */
  public synchronized boolean isUnwatched() {
    return unwatched != null;
  }

  /** Whether the database knows that not everything is watched any more. */
  boolean isLossKept() {
    return lossKept;
  }

  /** The database knows that not everything is watched any more. */
  void keepLoss() {
    lossKept = true;
  }

  /** Work went to where nobody ties it to the attempt. */
  public synchronized void untied(String what) {
    if (untied == null) {
      untied = what;
    }
  }

  /**
   * Work was handed to another thread, and is tied to the attempt there.
   *
   * @param over whether it is done, or will never be done; once true it stays true
   */
  public synchronized void tied(BooleanSupplier over) {
    if (work.size() >= pruneAt) {
      prune();
      pruneAt = Math.max(PRUNE_FROM, 2 * work.size());
    }
    work.add(over);
  }

  /**
   * Gives work of the body a moment to be over: where its outcome was there, its thread may still
   * be on its way out, and would be taken for one that goes on.
   */
  void awaitTied() {
    for (int look = 0; look < MOST_LOOKS && hasTiedWork(); look++) {
      LockSupport.parkNanos(this, BETWEEN_LOOKS);
    }
  }

  private synchronized boolean hasTiedWork() {
    prune();
    return untied == null && !work.isEmpty();
  }

  private void prune() {
    List<BooleanSupplier> open = new ArrayList<>();
    for (BooleanSupplier over : work) {
      if (!over.getAsBoolean()) {
        open.add(over);
      }
    }
    work = open;
  }

  /** What is known so far. */
  public synchronized WireEvidence evidence() {
    if (!watching) {
      return WireEvidence.NONE;
    }
    prune();
    boolean open = untied != null || !work.isEmpty();
    List<WireEvidence.Answer> answers = new ArrayList<>();
    for (Request request : requests) {
      if (request.answer != null) {
        answers.add(request.answer);
      }
    }
    return new WireEvidence(
        unwatched == null,
        begun && requests.isEmpty() && unwatched == null && !open,
        open,
        requests.size(),
        answers,
        requests.size() - answers.size());
  }

  /** Why less is known than could be, for people; empty if everything was seen. */
  public synchronized Optional<String> gap() {
    return Optional.ofNullable(unwatched != null ? unwatched : untied);
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
