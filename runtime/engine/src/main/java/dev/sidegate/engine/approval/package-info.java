/**
 * What a person's yes is: what an effect demands, what its approver sees, what may be said, and
 * what becomes of it.
 *
 * <p>Words and pure decisions; the walls that hold whatever runs here are PostgreSQL's, in the
 * store's migrations. How people are told lives in {@code notify}; how the answer is sent, in
 * {@code outbox}. Commands and pages decide through {@link dev.sidegate.engine.approval.Approvals},
 * and add nothing of their own.
 */
@NullMarked
package dev.sidegate.engine.approval;

import org.jspecify.annotations.NullMarked;
