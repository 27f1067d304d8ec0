/**
 * What the compiler cannot see is checked where class files meet: in the jars and directories that
 * a program is made of.
 *
 * <p>Class files are only read, never loaded. Nothing here needs a database.
 */
@NullMarked
package dev.sidegate.operator.scan;

import org.jspecify.annotations.NullMarked;
