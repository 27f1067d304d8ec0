package dev.sidegate.engine.intent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An effect whose queued intents this process can run, and what their attempts are claimed with.
 *
 * @param effect its name
 * @param policyVersion the version of its policy that this process knows
 * @param lease how long the right lasts, on the database's clock
 * @param longestAttempt the cap of its lease
 * @param promise what the provider promises about a repetition
 * @param reconciler who may end a doubt by asking the provider; null if nobody
 * @param settleDelay how long after a doubt arose the provider is asked at the earliest
 * @param atOnce how many of its attempts may run at once, over all processes; null for any number
 */
public record Dispatchable(
    String effect,
    int policyVersion,
    Duration lease,
    Duration longestAttempt,
    ProviderPromise promise,
    @Nullable String reconciler,
    Duration settleDelay,
    @Nullable Integer atOnce) {}
