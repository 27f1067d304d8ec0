/**
 * The day: starts the outside world and the application, makes the faults happen on the wires
 * between them, delivers the shop's events, and counts. Start with {@link
 * dev.sidegate.quickstart.day.TroubledDay}; the faults stand in {@code Situations}.
 */
@NullMarked
package dev.sidegate.quickstart.day;

import org.jspecify.annotations.NullMarked;
