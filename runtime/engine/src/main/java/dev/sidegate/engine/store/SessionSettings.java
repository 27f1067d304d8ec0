package dev.sidegate.engine.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the store's sessions are set to, in PostgreSQL's base units: sent when a connection starts,
 * read back by {@link SessionCheck}.
 *
 * @param values settings by name
 */
record SessionSettings(Map<String, String> values) {

  static SessionSettings of(StoreSettings settings) {
    Map<String, String> values = new LinkedHashMap<>();
    // Claim and settle follow a locked row to its newest version; other levels would refuse it.
    values.put("default_transaction_isolation", "read committed");
    values.put("default_transaction_read_only", "off");
    values.put("statement_timeout", String.valueOf(settings.statementTimeout().toMillis()));
    values.put("lock_timeout", String.valueOf(settings.lockTimeout().toMillis()));
    // A warning at commit must reach us (law 1).
    values.put("client_min_messages", "warning");
    // Few rows, found by key, planned once, whatever the statistics say at that moment.
    values.put("plan_cache_mode", "force_generic_plan");
    values.put("enable_seqscan", "off");
    values.put("enable_mergejoin", "off");
    values.put("jit", "off");
    return new SessionSettings(values);
  }

  /** As the value of the protocol's {@code options} parameter. */
  String startupOptions() {
    return values.entrySet().stream()
        .map(setting -> "-c " + setting.getKey() + "=" + setting.getValue().replace(" ", "\\ "))
        .collect(Collectors.joining(" "));
  }
}
