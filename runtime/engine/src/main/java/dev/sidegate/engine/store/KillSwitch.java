package dev.sidegate.engine.store;

import java.time.Instant;

/**
 * One row of the kill switch.
 *
 * @param target what it is about
 * @param enabled whether effects may run, as far as this row goes
 * @param changedAt when it was last changed
 * @param changedBy the database login that changed it
 * @param reason why
 */
public record KillSwitch(
    SwitchTarget target, boolean enabled, Instant changedAt, String changedBy, String reason) {}
