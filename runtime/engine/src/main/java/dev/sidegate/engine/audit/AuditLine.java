package dev.sidegate.engine.audit;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One line of an audit: first the header, then for each chain its head, what anchors sealed of it
 * and its events, chains in the order of their ids; then the anchors in order; last the end. Hashes
 * are hexadecimal digits.
 */
public sealed interface AuditLine {

  /** The form of these lines; a reader refuses a higher one. */
  int FORM = 1;

  /**
   * Where it comes from.
   *
   * @param form {@link #FORM}
   * @param installation its id, which is also the id of its chain
   * @param schema the version of its tables
   * @param at when it was read, on the database's clock
   */
  record Header(int form, UUID installation, int schema, Instant at) implements AuditLine {}

  /**
   * Where a chain ends.
   *
   * @param of intent, process or installation
   * @param sequence the number of its last event
   * @param hash of its last event
   * @param pruned the event of the installation's chain that removed its events; null if they stand
   */
  record Head(UUID chain, String of, long sequence, String hash, @Nullable Long pruned)
      implements AuditLine {}

  /** Which event of a chain an anchor sealed, and with it all earlier ones. */
  record Member(UUID chain, long sequence, long anchor, String hash) implements AuditLine {}

  /**
   * One event. What the fields mean stands with the operator's timeline.
   *
   * @param sequence from 1, without gaps
   * @param hash covers the event and the hash before it
   */
  record Event(
      UUID chain,
      long sequence,
      Instant at,
      String actor,
      String kind,
      @Nullable String from,
      @Nullable String to,
      @Nullable Integer attempt,
      @Nullable String detail,
      String hash)
      implements AuditLine {}

  /**
   * One anchor.
   *
   * @param number from 1, without gaps
   * @param members how many chains it sealed
   * @param root over its members in the order of the chains
   * @param previous the hash of the anchor before it; empty for the first
   * @param hash over all of it
   */
  record Anchor(
      long number,
      Instant madeAt,
      String madeBy,
      long members,
      String root,
      String previous,
      String hash)
      implements AuditLine {}

  /**
   * Nothing follows.
   *
   * @param lines how many came before
   * @param hash SHA-256 of their bytes
   */
  record End(long lines, String hash) implements AuditLine {}
}
