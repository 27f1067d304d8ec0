package dev.sidegate.engine.audit;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One event of a process's own chain.
 *
 * @param kind what happened: REFUSED_CONFLICT, LATE_EVIDENCE …
 * @param detail what there is to say, names in order; no value of a call
 */
public record ProcessEvent(String kind, SortedMap<String, String> detail) {
  /** Copies the detail. */
  public ProcessEvent {
    detail = Collections.unmodifiableSortedMap(new TreeMap<>(detail));
  }

  static ProcessEvent of(String kind, Map<String, String> detail) {
    return new ProcessEvent(kind, new TreeMap<>(detail));
  }
}
