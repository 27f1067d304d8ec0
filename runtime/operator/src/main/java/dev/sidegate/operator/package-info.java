/**
 * The operator's command line: what is typed, what is answered, and with which exit code.
 *
 * <p>Here stand the root command and how answers and faults are printed. Each command stands with
 * what it needs in its own package: the local server in {@code dev}, how a database is found in
 * {@code database}, the reading of class files in {@code scan}. Decisions about intents are the
 * engine's, never made here.
 */
@NullMarked
package dev.sidegate.operator;

import org.jspecify.annotations.NullMarked;
