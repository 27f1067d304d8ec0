package dev.sidegate.engine.settings;

import java.time.Duration;

/**
 * How this process runs what is queued.
 *
 * @param workers how many attempts it runs at once
 * @param pollInterval how often it looks when nobody wakes it
 * @param drain how long the program's end waits for what runs
 */
public record OutboxSettings(int workers, Duration pollInterval, Duration drain) {}
