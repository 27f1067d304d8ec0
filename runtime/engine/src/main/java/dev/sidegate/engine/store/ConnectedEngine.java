package dev.sidegate.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An engine that has connections to the database now.
 *
 * @param name what its sessions call themselves, as {@link SessionName} writes it
 * @param login whom it signs in as
 * @param address where it connects from; null over a local socket, or if the asker may not see it
 * @param connections how many it has
 * @param since when the oldest of them began; null if the asker may not see it
 */
public record ConnectedEngine(
    String name,
    String login,
    @Nullable String address,
    int connections,
    @Nullable Instant since) {}
