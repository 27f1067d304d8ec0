/**
 * The agent frameworks around guarded tools. A held call becomes the tool's answer in the form that
 * the framework hands to its model, not an error; what the framework calls the conversation and the
 * tool call is written beside the intent; and a model that asks for the same thing again and again
 * is stopped. Everything here is a courtesy: without it guarded bodies are just as safe, so what
 * goes wrong here leaves the framework's own way. Frameworks are called by reflection, since the
 * agent depends on none, and the woven advice speaks to the door only.
 */
@NullMarked
package dev.sidegate.agent.framework;

import org.jspecify.annotations.NullMarked;
