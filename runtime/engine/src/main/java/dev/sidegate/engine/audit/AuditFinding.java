package dev.sidegate.engine.audit;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is not as it was written.
 *
 * @param what happened to it, in a sentence
 * @param chain where; null if it is about anchors or the file
 * @param sequence which event; null if it is about none
 * @param anchor which anchor; null if it is about none
 */
public record AuditFinding(
    String what, @Nullable UUID chain, @Nullable Long sequence, @Nullable Long anchor) {

  static AuditFinding chain(UUID chain, long sequence, String what) {
    return new AuditFinding(what, chain, sequence, null);
  }

  static AuditFinding chain(UUID chain, String what) {
    return new AuditFinding(what, chain, null, null);
  }

  static AuditFinding anchor(long anchor, String what) {
    return new AuditFinding(what, null, null, anchor);
  }

  static AuditFinding file(String what) {
    return new AuditFinding(what, null, null, null);
  }
}
