package dev.sidegate.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The policy that an effect runs under.
 *
 * @param effect its name
 * @param owner class and method that own it
 * @param policy in canonical text; empty if nothing is demanded
 * @param version rises with each policy
 * @param acceptedAt since when it is in force
 * @param acceptedBy by which login
 * @param proposed a looser one that waits for a person; null if none does
 * @param proposedAt since when it waits
 * @param proposedBy the login that proposed it
 */
public record PolicyRecord(
    String effect,
    String owner,
    String policy,
    int version,
    Instant acceptedAt,
    String acceptedBy,
    @Nullable String proposed,
    @Nullable Instant proposedAt,
    @Nullable String proposedBy) {}
