package dev.sidegate.engine.approval;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.Payload;
import java.util.UUID;

/**
 * An intent with its newest question.
 *
 * @param operation the intent
 * @param key the wish
 * @param generation from 1
 * @param state the intent's
 * @param version the intent's; a decision names the one that was seen
 * @param payload as stored
 * @param approval the question
 */
public record Asked(
    UUID operation,
    IntentKey key,
    int generation,
    IntentState state,
    long version,
    Payload payload,
    ApprovalRecord approval) {}
