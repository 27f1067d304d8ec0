package dev.sidegate.engine.failover;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The server behind a connection, as one look found it.
 *
 * @param systemIdentifier of the cluster, by which copies of it are known; null if the server does
 *     not say
 * @param timeline rises with each promotion and each restore from an archive; null if the server
 *     does not say
 * @param walPosition the end of what is flushed; never falls on one timeline, unless the data
 *     directory is replaced by an older one. Null if the server does not say
 * @param startedAt when the server was started
 * @param installation of the tables
 * @param synchronous whether every standby has every acknowledged commit
 * @param known what the tables say of their server
 */
public record ServerSight(
    @Nullable String systemIdentifier,
    @Nullable Long timeline,
    @Nullable Long walPosition,
    Instant startedAt,
    UUID installation,
    boolean synchronous,
    Known known) {

  /**
   * What the tables say of their server.
   *
   * @param same whether it is this one
   * @param systemIdentifier of the server that they know
   * @param timeline of the server that they know
   */
  public record Known(boolean same, @Nullable String systemIdentifier, @Nullable Long timeline) {}
}
