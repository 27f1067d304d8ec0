package dev.sidegate.engine.operation;

import java.util.UUID;

/**
 * An outcome that is to be told.
 *
 * @param intent what ended
 * @param effect its effect
 * @param number rises with each outcome of the intent
 * @param tries how often it was tried, this time included
 */
public record Outcome(UUID intent, String effect, long number, int tries) {}
