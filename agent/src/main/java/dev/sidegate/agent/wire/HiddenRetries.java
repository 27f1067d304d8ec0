package dev.sidegate.agent.wire;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a team should know of the clients in its bodies; said once for each effect. */
final class HiddenRetries {
  private static final Logger LOG = LoggerFactory.getLogger(HiddenRetries.class);
  private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

  private HiddenRetries() {}

  /** A second unsafe request of one attempt is about to leave. */
  static void another(WatchedAttempt attempt, String host, String method) {
    if (SAID.add("another " + attempt.effect())) {
      LOG.warn(
          "{}: more than one unsafe request leaves in one attempt (now {} to {}): a body with"
              + " several, or a retry hidden in its client. Retries belong to Sidegate; switch the"
              + " client's off",
          attempt.effect(),
          method,
          host);
    }
  }

  /** The application sends a key of its own. */
  static void otherKey(WatchedAttempt attempt, String own) {
    if (!own.equals(attempt.actionKey()) && SAID.add("key " + attempt.effect())) {
      LOG.warn(
          "{}: the application or its SDK sends its own {}, not the action key; unless it is the"
              + " same on every attempt, the provider cannot tell a repetition",
          attempt.effect(),
          attempt.keyHeader());
    }
  }
}
