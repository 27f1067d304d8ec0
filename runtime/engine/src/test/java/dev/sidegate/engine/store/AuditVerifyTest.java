package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.audit.AuditExport;
import dev.sidegate.engine.audit.AuditFinding;
import dev.sidegate.engine.audit.AuditReport;
import dev.sidegate.engine.audit.AuditVerifier;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever is done to the audit above all walls, its verification names the row. */
class AuditVerifyTest {
  private final AuditWorld audit = new AuditWorld();
  private UUID chain;

  @BeforeEach
  void seal() {
    audit.completed("refund:1");
    chain = audit.process("PROCESS", "REFUSED_CONFLICT", "REFUSED_STOPPED");
    audit.operator.seal();
    audit.completed("refund:2");
    audit.operator.seal();
  }

  @AfterEach
  void end() {
    audit.close();
  }

  @Test
  void whatNobodyTouchedIsIntactInTheDatabaseAndInItsExport() {
    assertThat(audit.verify().findings()).isEmpty();
    assertThat(AuditWorld.verify(audit.export()))
        .isEqualTo(audit.verify())
        .returns(4L, AuditReport::chains)
        .returns(2L, AuditReport::anchors);
  }

  @Test
  void anEditedEventIsNamed() {
    audit.tamper("UPDATE sidegate.audit_event SET detail = 'nothing' " + row(2));

    onlyFinding(2, "was changed: its hash does not cover it");
  }

  @Test
  void aTimeThatWasMovedIsNamed() {
    audit.tamper("UPDATE sidegate.audit_event SET at = at + interval '1 microsecond' " + row(3));

    onlyFinding(3, "was changed");
  }

  @Test
  void anEditThatRepairsTheChainIsBetrayedByItsAnchor() {
    audit.tamper(
        """
        UPDATE sidegate.audit_event e SET actor = 'nobody' WHERE chain = '%1$s' AND sequence = 3;
        UPDATE sidegate.audit_event e SET hash = sidegate.audit_hash(
          (SELECT p.hash FROM sidegate.audit_event p WHERE p.chain = e.chain AND p.sequence = 2),
          e.chain, e.sequence, e.at, e.actor, e.kind, NULL, NULL, NULL, e.detail)
        WHERE chain = '%1$s' AND sequence = 3;
        UPDATE sidegate.process_chain c SET audit_head =
          (SELECT e.hash FROM sidegate.audit_event e WHERE e.chain = c.chain AND e.sequence = 3)
        WHERE chain = '%1$s';
        """
            .formatted(chain));

    onlyFinding(3, "is not the event that anchor 1 sealed");
  }

  @Test
  void aDeletedEventIsNamed() {
    audit.tamper("DELETE FROM sidegate.audit_event " + row(2));

    onlyFinding(2, "is missing");
  }

  @Test
  void twoEventsThatChangedPlacesAreNamed() {
    audit.tamper(
        """
        UPDATE sidegate.audit_event SET sequence = 9 WHERE chain = '%1$s' AND sequence = 2;
        UPDATE sidegate.audit_event SET sequence = 2 WHERE chain = '%1$s' AND sequence = 3;
        UPDATE sidegate.audit_event SET sequence = 3 WHERE chain = '%1$s' AND sequence = 9;
        """
            .formatted(chain));

    assertThat(everywhere()).extracting(AuditFinding::sequence).contains(2L, 3L).doesNotContain(1L);
  }

  @Test
  void aTailThatWasCutOffIsNamedByTheHead() {
    audit.tamper("DELETE FROM sidegate.audit_event " + row(3));

    onlyFinding(3, "is missing");
  }

  @Test
  void aTailThatWasCutOffWithItsHeadIsNamedByTheAnchor() {
    audit.tamper(
        """
        DELETE FROM sidegate.audit_event WHERE chain = '%1$s' AND sequence = 3;
        UPDATE sidegate.process_chain c SET audit_sequence = 2, audit_head =
          (SELECT e.hash FROM sidegate.audit_event e WHERE e.chain = c.chain AND e.sequence = 2)
        WHERE chain = '%1$s';
        """
            .formatted(chain));

    onlyFinding(3, "is missing; anchor 1 sealed it");
  }

  @Test
  void aWholeChainThatIsGoneIsNamed() {
    audit.tamper(
        """
        DELETE FROM sidegate.audit_event WHERE chain = '%1$s';
        DELETE FROM sidegate.process_chain WHERE chain = '%1$s';
        """
            .formatted(chain));

    assertThat(everywhere())
        .extracting(AuditFinding::what)
        .containsExactly("belongs to nothing: no intent, no process and no installation has it");
  }

  @Test
  void withItsMembersGoneTheAnchorSaysSo() {
    audit.tamper("DELETE FROM sidegate.audit_anchor_member WHERE chain = '" + chain + "'");

    assertThat(everywhere())
        .containsExactly(
            new AuditFinding("does not seal the members that are there", null, null, 1L));
  }

  @Test
  void anEventThatNobodyOwnsIsNamed() {
    audit.tamper(
        "INSERT INTO sidegate.audit_event (chain, sequence, at, actor, kind, hash)"
            + " VALUES (gen_random_uuid(), 1, now(), 'x', 'FORGED', '')");

    assertThat(everywhere())
        .extracting(AuditFinding::what)
        .contains("belongs to nothing: no intent, no process and no installation has it");
  }

  @Test
  void anAnchorThatIsGoneOrChangedIsNamed() {
    audit.tamper("UPDATE sidegate.audit_anchor SET made_by = 'nobody' WHERE number = 2");
    assertThat(everywhere())
        .containsExactly(
            new AuditFinding("was changed: its hash does not cover it", null, null, 2L));

    audit.tamper("DELETE FROM sidegate.audit_anchor WHERE number = 1");
    assertThat(everywhere()).contains(new AuditFinding("is missing", null, null, 1L));
  }

  @Test
  void anotherHistoryThatFitsTogetherIsBetrayedByAnAnchorKeptElsewhere() throws IOException {
    String kept = audit.export();
    audit.tamper(
        "DELETE FROM sidegate.audit_anchor; DELETE FROM sidegate.audit_anchor_member;"
            + " DELETE FROM sidegate.audit_event WHERE chain = '"
            + chain
            + "'; DELETE FROM sidegate.process_chain");
    audit.operator.seal();
    assertThat(audit.verify().findings()).as("it fits together").isEmpty();

    AuditVerifier verifier = new AuditVerifier();
    AuditExport.anchors(new StringReader(kept), verifier::expect);
    audit.operator.readAudit(verifier);

    assertThat(verifier.finish().findings())
        .extracting(AuditFinding::anchor)
        .containsExactly(1L, 2L);
  }

  @Test
  void noLineOfAnExportCanBeChangedLostMovedOrAdded() {
    List<String> lines = audit.export().lines().toList();
    for (int line = 0; line < lines.size(); line++) {
      List<String> edited = new ArrayList<>(lines);
      edited.set(line, lines.get(line).replaceFirst("[0-9](?=[^0-9]*$)", "x"));
      assertThat(AuditWorld.verify(text(edited)).isIntact()).as("edited %d", line).isFalse();

      List<String> shorter = new ArrayList<>(lines);
      shorter.remove(line);
      assertThat(AuditWorld.verify(text(shorter)).isIntact()).as("lost %d", line).isFalse();

      List<String> longer = new ArrayList<>(lines);
      longer.add(line, lines.get(line));
      assertThat(AuditWorld.verify(text(longer)).isIntact()).as("twice %d", line).isFalse();

      if (line > 0) {
        List<String> moved = new ArrayList<>(lines);
        Collections.swap(moved, line - 1, line);
        assertThat(AuditWorld.verify(text(moved)).isIntact()).as("moved %d", line).isFalse();
      }
      assertThat(AuditWorld.verify(text(lines.subList(0, line))).isIntact())
          .as("cut off at %d", line)
          .isFalse();
    }
    assertThat(AuditWorld.verify(text(lines)).isIntact()).isTrue();
  }

  private String row(int sequence) {
    return "WHERE chain = '" + chain + "' AND sequence = " + sequence;
  }

  private void onlyFinding(long sequence, String what) {
    assertThat(everywhere())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.chain()).isEqualTo(chain);
              assertThat(finding.sequence()).isEqualTo(sequence);
              assertThat(finding.what()).startsWith(what);
            });
  }

  /** What the database says of itself, and its export elsewhere: the same. */
  private List<AuditFinding> everywhere() {
    List<AuditFinding> online = audit.verify().findings();
    assertThat(AuditWorld.verify(audit.export()).findings()).isEqualTo(online);
    return online;
  }

  private static String text(List<String> lines) {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }
}
