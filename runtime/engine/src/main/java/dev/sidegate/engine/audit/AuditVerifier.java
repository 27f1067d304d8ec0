package dev.sidegate.engine.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads an audit line by line, from the database or from an export, and says which row was edited,
 * deleted, reordered or cut off. It keeps one chain and a hash per anchor in memory, and needs no
 * database: every hash is computed anew.
 *
 * <p>Who may write everything, anchors included, can write another history that fits together. Only
 * anchors that somebody else keeps show that; {@link #expect} compares them.
 */
public final class AuditVerifier implements Consumer<AuditLine> {
  private static final JsonMapper JSON = new JsonMapper();

  private final List<AuditFinding> findings = new ArrayList<>();
  private final Map<Long, Sealed> anchors = new HashMap<>();
  private final Map<Long, byte[]> pruned = new TreeMap<>();
  private final Map<Long, String> prunedAsSaid = new HashMap<>();
  private final Map<Long, String> expected = new TreeMap<>();
  private @Nullable UUID installation;
  private @Nullable ChainCheck current;
  private AuditLine.@Nullable Anchor lastAnchor;
  private String lastChain = "";
  private long allFindings;
  private long chains;
  private long events;
  private long unsealed;
  private long prunedChains;
  private boolean inAnchors;

  /** An anchor that was seen before, elsewhere: it has to be there, and the same. */
  public void expect(AuditLine.Anchor anchor) {
    expected.put(anchor.number(), anchor.hash());
  }

  @Override
  public void accept(AuditLine line) {
    if (line instanceof AuditLine.Header header) {
      installation = header.installation();
    } else if (line instanceof AuditLine.Head head) {
      chain(head.chain()).head(head);
      if (head.pruned() != null) {
        pruned.merge(
            head.pruned(),
            AuditHash.seal(AuditHash.NOTHING, head.chain()),
            (before, first) -> AuditHash.seal(before, head.chain()));
      }
    } else if (line instanceof AuditLine.Member member) {
      chain(member.chain()).member(member);
      anchors.computeIfAbsent(member.anchor(), any -> new Sealed()).add(member);
    } else if (line instanceof AuditLine.Event event) {
      chain(event.chain()).event(event);
      if (event.kind().equals("PRUNED") && event.chain().equals(installation)) {
        prunedAsSaid.put(event.sequence(), digest(event.detail()));
      }
    } else if (line instanceof AuditLine.Anchor anchor) {
      anchor(anchor);
    }
  }

  /** Says something about the lines themselves. */
  void found(AuditFinding finding) {
    allFindings++;
    if (findings.size() < AuditReport.MOST) {
      findings.add(finding);
    }
  }

  /** Everything was read. */
  public AuditReport finish() {
    endChain();
    long count = lastAnchor == null ? 0 : lastAnchor.number();
    anchors.forEach(
        (number, orphans) ->
            found(AuditFinding.anchor(number, "is missing, its members are there")));
    expected.forEach(
        (number, hash) ->
            found(
                AuditFinding.anchor(
                    number, "is not there any more, or is another one than was kept elsewhere")));
    pruned.forEach(
        (event, digest) -> {
          if (!AuditHash.hex(digest).equals(prunedAsSaid.get(event))) {
            found(
                AuditFinding.file(
                    "tombstones name event "
                        + event
                        + " of the installation's chain, which pruned others than these"));
          }
        });
    return new AuditReport(chains, events, count, unsealed, prunedChains, findings, allFindings);
  }

  private ChainCheck chain(UUID id) {
    ChainCheck check = current;
    if (check != null && check.chain().equals(id)) {
      return check;
    }
    endChain();
    if (id.toString().compareTo(lastChain) <= 0 || inAnchors) {
      found(AuditFinding.chain(id, "stands out of order, or twice"));
    }
    lastChain = id.toString();
    chains++;
    current = new ChainCheck(id, this::found);
    return current;
  }

  private void endChain() {
    ChainCheck check = current;
    if (check != null) {
      check.end();
      events += check.events();
      unsealed += check.isUnsealed() ? 1 : 0;
      prunedChains += check.isPruned() ? 1 : 0;
      current = null;
    }
  }

  private void anchor(AuditLine.Anchor anchor) {
    endChain();
    inAnchors = true;
    AuditLine.Anchor before = lastAnchor;
    long next = before == null ? 1 : before.number() + 1;
    if (anchor.number() < next) {
      found(AuditFinding.anchor(anchor.number(), "stands out of order, or twice"));
      return;
    }
    for (long number = next; number < anchor.number(); number++) {
      found(AuditFinding.anchor(number, "is missing"));
      anchors.remove(number);
    }
    if (anchor.number() == next && !anchor.previous().equals(before == null ? "" : before.hash())) {
      found(AuditFinding.anchor(anchor.number(), "does not follow on the anchor before it"));
    }
    if (!AuditHash.hex(AuditHash.of(anchor)).equals(anchor.hash())) {
      found(AuditFinding.anchor(anchor.number(), "was changed: its hash does not cover it"));
    }
    Sealed sealed = anchors.remove(anchor.number());
    if (sealed == null
        || sealed.count != anchor.members()
        || !AuditHash.hex(sealed.root).equals(anchor.root())) {
      found(AuditFinding.anchor(anchor.number(), "does not seal the members that are there"));
    }
    if (anchor.hash().equals(expected.get(anchor.number()))) {
      expected.remove(anchor.number());
    }
    lastAnchor = anchor;
  }

  private static String digest(@Nullable String detail) {
    try {
      JsonNode said = JSON.readTree(detail == null ? "{}" : detail);
      return said.path("digest").asText();
    } catch (JsonProcessingException changed) {
      return "";
    }
  }

  private static final class Sealed {
    private byte[] root = AuditHash.NOTHING;
    private long count;

    void add(AuditLine.Member member) {
      root = AuditHash.seal(root, member);
      count++;
    }
  }
}
