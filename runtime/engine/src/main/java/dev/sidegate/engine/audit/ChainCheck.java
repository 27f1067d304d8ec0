package dev.sidegate.engine.audit;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Follows one chain from its first event to its head. */
final class ChainCheck {
  private final UUID chain;
  private final Consumer<AuditFinding> findings;
  private final TreeMap<Long, AuditLine.Member> members = new TreeMap<>();
  private final Set<Long> sealedHere = new HashSet<>();
  private AuditLine.@Nullable Head head;
  private byte @Nullable [] previous = AuditHash.NOTHING;
  private long last;
  private long events;

  ChainCheck(UUID chain, Consumer<AuditFinding> findings) {
    this.chain = chain;
    this.findings = findings;
  }

  UUID chain() {
    return chain;
  }

  long events() {
    return events;
  }

  boolean isPruned() {
    return head != null && head.pruned() != null;
  }

  /** Whether it ends in events that no anchor has sealed. */
  boolean isUnsealed() {
    return last > (members.isEmpty() ? 0 : members.lastKey());
  }

  void head(AuditLine.Head line) {
    if (head != null) {
      found("two rows say where it ends: " + head.of() + " and " + line.of());
    }
    head = line;
  }

  void member(AuditLine.Member line) {
    if (members.putIfAbsent(line.sequence(), line) != null) {
      found(line.sequence(), "two anchors seal it as their own");
    }
  }

  void event(AuditLine.Event event) {
    events++;
    if (event.sequence() <= last) {
      found(event.sequence(), "stands out of order, or twice");
      return;
    }
    if (event.sequence() > last + 1) {
      skipTo(event.sequence() - 1);
    }
    byte[] before = previous;
    if (before != null && !AuditHash.hex(AuditHash.of(before, event)).equals(event.hash())) {
      found(event.sequence(), "was changed: its hash does not cover it and the event before it");
    }
    AuditLine.Member member = members.get(event.sequence());
    if (member != null) {
      sealedHere.add(event.sequence());
      if (!member.hash().equals(event.hash())) {
        found(event.sequence(), "is not the event that anchor " + member.anchor() + " sealed");
      }
    }
    last = event.sequence();
    previous = AuditHash.unhex(event.hash());
  }

  /** What retention removed is followed from the anchor that stands for it. */
  private void skipTo(long sequence) {
    AuditLine.Member member = members.get(sequence);
    previous = member == null ? null : AuditHash.unhex(member.hash());
    if (!isPruned() || member == null || last > 0) {
      missing(last + 1, sequence);
    }
  }

  private void missing(long from, long to) {
    found(from, from == to ? "is missing" : "is missing, and with it all up to event " + to);
  }

  void end() {
    AuditLine.Head end = head;
    if (end == null) {
      found("belongs to nothing: no intent, no process and no installation has it");
      return;
    }
    if (end.sequence() > last) {
      endsEarly(end);
    } else if (end.sequence() < last) {
      found(last, "stands behind the end that the " + end.of() + "'s row names");
    } else if (previous != null && !AuditHash.hex(previous).equals(end.hash())) {
      found(last, "is not the end that the " + end.of() + "'s row names");
    }
    if (!isPruned()) {
      for (Map.Entry<Long, AuditLine.Member> sealed :
          members.tailMap(Math.max(last, end.sequence()), false).entrySet()) {
        found(sealed.getKey(), "is missing; anchor " + sealed.getValue().anchor() + " sealed it");
      }
    }
  }

  private void endsEarly(AuditLine.Head end) {
    AuditLine.Member member = members.get(end.sequence());
    if (isPruned() && last == 0 && member != null && member.hash().equals(end.hash())) {
      return;
    }
    missing(last + 1, end.sequence());
  }

  private void found(String what) {
    findings.accept(AuditFinding.chain(chain, what));
  }

  private void found(long sequence, String what) {
    findings.accept(AuditFinding.chain(chain, sequence, what));
  }
}
