/**
 * Where the isolated libraries log: one line on standard error, warnings and errors only. No
 * logging framework, because the one that the application uses is the application's affair.
 */
@NullMarked
package dev.sidegate.agent.log;

import org.jspecify.annotations.NullMarked;
