/**
 * The application: a shop's support agent, as anyone would write it with LangChain4j. It runs
 * without and with Sidegate from the same class files; only the annotations on its tools speak of
 * Sidegate. Nothing of the demonstration lives here.
 */
@NullMarked
package dev.sidegate.quickstart.agent;

import org.jspecify.annotations.NullMarked;
