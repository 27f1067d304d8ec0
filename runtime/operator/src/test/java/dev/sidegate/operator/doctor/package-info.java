/** A database and a JVM, looked at from outside. */
@NullMarked
package dev.sidegate.operator.doctor;

import org.jspecify.annotations.NullMarked;
