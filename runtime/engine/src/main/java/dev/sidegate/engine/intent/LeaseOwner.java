package dev.sidegate.engine.intent;

import java.util.UUID;

/**
 * Who holds a lease: a random token, made once per claim before the first try reaches the database,
 * so that a lost acknowledgement recognises its own row.
 */
public record LeaseOwner(UUID token) {}
