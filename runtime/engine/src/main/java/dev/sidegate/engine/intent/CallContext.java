package dev.sidegate.engine.intent;

import java.util.Map;

/**
 * What is known around a call, for the audit: tenant, trigger, release, model, requester,
 * conversation and tool-call ids. Never a part of the key by itself, never an argument.
 */
public record CallContext(Map<String, String> values) {
  /** Nothing is known. */
  public static final CallContext NONE = new CallContext(Map.of());

  /** Copies the values. */
  public CallContext {
    values = Map.copyOf(values);
  }
}
