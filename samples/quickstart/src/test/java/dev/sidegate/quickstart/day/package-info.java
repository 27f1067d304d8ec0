/** The day's own parts: what it breaks, and how it counts. */
@NullMarked
package dev.sidegate.quickstart.day;

import org.jspecify.annotations.NullMarked;
