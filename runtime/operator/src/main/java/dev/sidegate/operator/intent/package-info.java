/**
 * Looking at operations and deciding about doubt: {@code list}, {@code show}, {@code settle}.
 *
 * <p>What is decided and whether it may be is the engine's; here it is asked for and shown.
 */
@NullMarked
package dev.sidegate.operator.intent;

import org.jspecify.annotations.NullMarked;
