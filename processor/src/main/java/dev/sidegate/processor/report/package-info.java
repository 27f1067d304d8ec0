/**
 * What the processor has to say: the catalogue of messages, findings with their place, and the one
 * class that prints them. Finding a fault and printing it are two things.
 */
@NullMarked
package dev.sidegate.processor.report;

import org.jspecify.annotations.NullMarked;
