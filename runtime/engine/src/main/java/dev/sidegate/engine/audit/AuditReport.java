package dev.sidegate.engine.audit;

import java.util.List;

/**
 * What a verification saw.
 *
 * @param chains how many chains
 * @param events how many events
 * @param anchors how many anchors
 * @param unsealed how many chains end in events that no anchor has sealed yet
 * @param pruned how many chains whose events retention removed, behind an anchor
 * @param findings what is not as it was written, at most {@link #MOST}
 * @param allFindings how many there are
 */
public record AuditReport(
    long chains,
    long events,
    long anchors,
    long unsealed,
    long pruned,
    List<AuditFinding> findings,
    long allFindings) {
  /** More are counted, not kept. */
  public static final int MOST = 1_000;

  /** Copies the findings. */
  public AuditReport {
    findings = List.copyOf(findings);
  }

  /** Whether everything is as it was written. */
  public boolean isIntact() {
    return allFindings == 0;
  }
}
