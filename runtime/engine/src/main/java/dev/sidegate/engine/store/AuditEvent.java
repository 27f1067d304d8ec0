package dev.sidegate.engine.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One link of an audit chain.
 *
 * @param sequence from 1, without gaps
 * @param at on the database's clock
 * @param actor the database login
 * @param kind what happened: CLAIMED, COMPLETED, LEASE_EXPIRED, DECIDED_APPLIED …
 * @param fromState null if the intent began, or the event is not about one
 * @param toState null if the event is not about an intent
 * @param attempt null if the event is not about one
 * @param detail one JSON object of texts; null if there is nothing to say
 * @param hash in hexadecimal digits; covers the event and the hash before it
 */
public record AuditEvent(
    long sequence,
    Instant at,
    String actor,
    String kind,
    @Nullable String fromState,
    @Nullable String toState,
    @Nullable Integer attempt,
    @Nullable String detail,
    String hash) {}
