package dev.sidegate.engine.intent;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Hands a wish over to the dispatchers whose caller has no more patience.
 *
 * @param operation the intent
 * @param hash of its payload, for the audit
 * @param orderKey entries with an equal one run one after the other; null if the order is free
 * @param context what is known around the call
 */
public record HandOver(
    UUID operation, PayloadHash hash, @Nullable String orderKey, CallContext context) {}
