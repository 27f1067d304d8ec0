package dev.sidegate.engine.intent;

/**
 * Ends a lookup.
 *
 * @param probe the right it ran under
 * @param finding what came of it
 * @param step what follows
 */
public record ProbeEnd(Probe probe, Finding finding, ProbeStep step) {}
