package dev.sidegate.quickstart.day;

import java.util.List;

/**
 * How a situation ended.
 *
 * @param count what the outside world counted
 * @param told what the model was told, in order
 */
record Ending(Situation situation, Count count, List<String> told) {}
