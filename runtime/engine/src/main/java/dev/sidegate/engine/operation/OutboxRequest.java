package dev.sidegate.engine.operation;

import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import java.util.UUID;

/**
 * A wish that an application has written in its own transaction.
 *
 * @param id its operation's id, whatever intent it becomes
 * @param key the wish
 * @param payload compared and stored as that of any call
 * @param context what was known around the call
 * @param tries how often it was picked up, this time included
 */
public record OutboxRequest(
    UUID id, IntentKey key, Payload payload, CallContext context, int tries) {}
