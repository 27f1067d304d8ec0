/**
 * Saying yes, saying no, taking back: {@code approve}, {@code reject}, {@code cancel}, {@code
 * delegate}, and the card that a person reads before.
 *
 * <p>Who may decide and what becomes of it is the engine's and the database's; here it is typed and
 * shown.
 */
@NullMarked
package dev.sidegate.operator.approval;

import org.jspecify.annotations.NullMarked;
