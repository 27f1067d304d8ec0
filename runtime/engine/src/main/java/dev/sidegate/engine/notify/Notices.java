package dev.sidegate.engine.notify;

import dev.sidegate.engine.intent.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people what waits for them: one thread that takes what is due, and tries again what failed,
 * ever more slowly. It looks every few seconds, and at once after a question was asked here. A
 * process that dies over a message leaves it to another one, so a message may be told twice.
 */
public final class Notices implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Notices.class);
  private static final int MOST = 20;
  private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

  /** Longer than any channel's own patience. */
  private static final Duration LEASE = Duration.ofMinutes(2);

  private static final Duration FIRST_DELAY = Duration.ofSeconds(5);
  private static final Duration LONGEST_DELAY = Duration.ofMinutes(15);
  private static final int LONGEST_ERROR = 500;

  private final NoticeStore store;
  private final Links links;
  private final Map<String, Notifier> channels = new ConcurrentHashMap<>();
  private final List<String> ownChannels;
  private final BooleanSupplier storeOpen;
  private final Thread thread;
  private volatile boolean closed;

  /**
   * Starts the thread.
   *
   * @param storeOpen whether the store was used yet; before that nothing can wait here
   */
  public Notices(
      NoticeStore store,
      Links links,
      List<Notifier> notifiers,
      BooleanSupplier storeOpen,
      ThreadFactory threads) {
    this.store = store;
    this.links = links;
    this.ownChannels = notifiers.stream().map(Notifier::channel).toList();
    notifiers.forEach(notifier -> channels.put(notifier.channel(), notifier));
    this.storeOpen = storeOpen;
    this.thread = threads.newThread(this::run);
    thread.start();
  }

  /** The channels' names that the settings give, for all questions of this process. */
  public List<String> channels() {
    return ownChannels;
  }

  /**
   * Tells what waits for this one's channel too; the application says for which questions.
   *
   * @return false if the channel is taken
   */
  public boolean add(Notifier notifier) {
    boolean added = channels.putIfAbsent(notifier.channel(), notifier) == null;
    wake();
    return added;
  }

  /** A question was asked; it is told at once. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }

  private void run() {
    while (!closed) {
      try {
        while (!closed && storeOpen.getAsBoolean() && tellDue() == MOST) {
          LOG.debug("More messages are due");
        }
      } catch (StoreUnavailableException away) {
        LOG.debug("Messages wait while the database is away: {}", away.getMessage());
      } catch (RuntimeException bug) {
        LOG.error("Messages could not be told; they are tried again", bug);
      }
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  /** Tells what is due; answers how many messages that were. */
  public int tellDue() {
    List<Notice> due = store.take(List.copyOf(channels.keySet()), MOST, LEASE);
    due.forEach(this::tell);
    return due.size();
  }

  private void tell(Notice notice) {
    Notifier notifier = channels.get(notice.channel());
    if (notifier == null) {
      return;
    }
    try {
      notifier.tell(notice, links);
    } catch (Exception | LinkageError | StackOverflowError failed) {
      Duration delay = delay(notice.tries());
      LOG.warn(
          "The {} about {} ({}) was not told by {} and is tried again in {} s: {}",
          notice.kind(),
          notice.operation(),
          notice.effect(),
          notice.channel(),
          delay.toSeconds(),
          failed.toString());
      store.failed(notice, shortened(failed.toString()), delay);
      return;
    }
    store.told(notice);
  }

  /** Twice as long each time, up to a quarter of an hour. */
  static Duration delay(int tries) {
    Duration delay = FIRST_DELAY;
    for (int n = 1; n < tries && delay.compareTo(LONGEST_DELAY) < 0; n++) {
      delay = delay.multipliedBy(2);
    }
    return delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY;
  }

  private static String shortened(String error) {
    return error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR);
  }
}
