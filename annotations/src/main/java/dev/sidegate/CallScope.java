package dev.sidegate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What is known around a call: whose it is, and which business event caused it.
 *
 * <pre>{@code
 * CallScope.tenant("acme").trigger(webhook.id()).run(() -> agent.chat(message));
 * }</pre>
 *
 * <p>Immutable. An inner scope adds to the outer one. Without an engine it only runs.
 */
public final class CallScope {
  private final Map<String, String> values;

  private CallScope(Map<String, String> values) {
    this.values = values;
  }

  /** The tenant or environment that keys live in. */
  public static CallScope tenant(String tenant) {
    return new CallScope(Map.of()).with("tenant", tenant);
  }

  /** The business event: a webhook's id, a ticket, a turn. Makes one wish per event. */
  public static CallScope ofTrigger(String trigger) {
    return new CallScope(Map.of()).with("trigger", trigger);
  }

  /** Adds the business event. */
  public CallScope trigger(String id) {
    return with("trigger", id);
  }

  /** Adds the release of the application, for the audit. */
  public CallScope release(String release) {
    return with("release", release);
  }

  /** Adds the model and its version, for the audit. */
  public CallScope model(String model) {
    return with("model", model);
  }

  /** Adds who asked; he cannot approve what he asked for. */
  public CallScope requester(String id) {
    return with("requester", id);
  }

  /**
   * Adds where what causes the calls can be looked at: a link to the ticket, mail or order. It
   * stands on the card of whoever is asked for a yes, and in the audit.
   */
  public CallScope source(String link) {
    return with("source", link);
  }

  /** Runs the body inside this scope. */
  public void run(Runnable body) {
    Objects.requireNonNull(body, "body");
    try {
      call(
          () -> {
            body.run();
            return null;
          });
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception impossible) {
      throw new AssertionError("a Runnable throws no checked exception", impossible);
    }
  }

  /**
   * Calls the body inside this scope.
   *
   * @throws Exception what the body throws
   */
  public <T extends @Nullable Object> T call(Callable<T> body) throws Exception {
    if (!Door.present()) {
      return body.call();
    }
    Object outer = Door.ask("scope.enter", values);
    try {
      return body.call();
    } finally {
      Door.ask("scope.exit", outer);
    }
  }

  private CallScope with(String name, String value) {
    Objects.requireNonNull(value, name);
    if (value.isEmpty()) {
      throw new IllegalArgumentException(name + " must not be empty");
    }
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new CallScope(Map.copyOf(more));
  }
}
