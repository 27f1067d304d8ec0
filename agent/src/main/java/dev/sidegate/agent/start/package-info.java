/**
 * From premain to the first guarded call: the door is put in place, the transformer registered, and
 * the engine started when a question needs it. What runs before {@code main} obeys the rules of
 * {@code Premain}: no logging, no JDBC, no {@code java.nio.file}, no lambdas.
 */
@NullMarked
package dev.sidegate.agent.start;

import org.jspecify.annotations.NullMarked;
