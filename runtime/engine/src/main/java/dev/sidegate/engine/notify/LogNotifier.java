package dev.sidegate.engine.notify;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line in the log: always there, so that no question waits in silence. */
public final class LogNotifier implements Notifier {
  /** Its channel. */
  public static final String CHANNEL = "log";

  private static final Logger LOG = LoggerFactory.getLogger(LogNotifier.class);

  @Override
  public String channel() {
    return CHANNEL;
  }

  @Override
  public void tell(Notice notice, Links links) {
    LOG.info(
        "{}. Until {}: {}",
        notice.subject(),
        notice.expiresAt(),
        links.toOperation(notice).orElseGet(() -> links.command(notice)));
  }
}
