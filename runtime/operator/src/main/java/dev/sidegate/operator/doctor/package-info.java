/**
 * What {@code doctor} looks at: a database as it is, and the agent in a running JVM. It changes
 * nothing; each finding says what is wrong, and how to mend it.
 */
@NullMarked
package dev.sidegate.operator.doctor;

import org.jspecify.annotations.NullMarked;
