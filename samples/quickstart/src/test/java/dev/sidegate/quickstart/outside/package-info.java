/** The outside world, without a day around it. */
@NullMarked
package dev.sidegate.quickstart.outside;

import org.jspecify.annotations.NullMarked;
