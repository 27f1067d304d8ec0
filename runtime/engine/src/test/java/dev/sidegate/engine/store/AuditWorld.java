package dev.sidegate.engine.store;

import dev.sidegate.engine.audit.AuditExport;
import dev.sidegate.engine.audit.AuditReport;
import dev.sidegate.engine.audit.AuditVerifier;
import dev.sidegate.engine.audit.ProcessEvent;
import dev.sidegate.engine.audit.ProcessEvents;
import dev.sidegate.engine.intent.Claimed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** A database whose audit is sealed, exported, tampered with and verified. */
final class AuditWorld implements AutoCloseable {
  final StoreWorld world = new StoreWorld();
  final OperatorStore operator = world.openOperator();

  UUID completed(String key) {
    Claimed claim = Asking.granted(world.store.claim(Asking.claim(key)));
    world.store.settle(Asking.settle(claim, Asking.completed("done")));
    return claim.operation();
  }

  UUID doubt(String key) {
    Claimed claim = Asking.granted(world.store.claim(Asking.claim(key)));
    world.store.settle(Asking.settle(claim, Asking.doubt()));
    return claim.operation();
  }

  UUID process(String... kinds) {
    UUID chain = UUID.randomUUID();
    world.store.record(new ProcessEvents(chain, 0, events(kinds)));
    return chain;
  }

  static List<ProcessEvent> events(String... kinds) {
    return List.of(kinds).stream()
        .map(kind -> new ProcessEvent(kind, new TreeMap<>(Map.of("effect", "refund", "is", "ü|"))))
        .toList();
  }

  AuditReport verify() {
    AuditVerifier verifier = new AuditVerifier();
    operator.readAudit(verifier);
    return verifier.finish();
  }

  String export() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AuditExport export = new AuditExport(bytes);
    operator.readAudit(export);
    export.end();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  static AuditReport verify(String export) {
    try {
      return AuditExport.verify(new StringReader(export), new AuditVerifier());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What somebody does who stands above every wall. */
  void tamper(String sql) {
    world.database.execute("SET session_replication_role = replica; " + sql);
  }

  /** As if it had happened so long ago. */
  void age(UUID operation, int days) {
    tamper(
        "UPDATE sidegate.intent SET changed_at = changed_at - interval '%d days'".formatted(days)
            + " WHERE operation = '"
            + operation
            + "'");
  }

  long count(String from) {
    return Long.parseLong(world.database.query("SELECT count(*) FROM sidegate." + from).get(0));
  }

  @Override
  public void close() {
    operator.close();
    world.close();
  }
}
