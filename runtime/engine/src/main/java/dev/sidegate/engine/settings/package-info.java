/**
 * What operators set: system properties {@code sidegate.x.y}, the environment's {@code
 * SIDEGATE_X_Y}, the file {@code sidegate.yaml}, in that order. Every name is known in advance; an
 * unknown one is an error that names its nearest neighbour.
 */
@NullMarked
package dev.sidegate.engine.settings;

import org.jspecify.annotations.NullMarked;
