/** What the command line's tests share: a typed command, the packed jar, a shop with an agent. */
@NullMarked
package dev.sidegate.operator;

import org.jspecify.annotations.NullMarked;
