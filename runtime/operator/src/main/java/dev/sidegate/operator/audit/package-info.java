/**
 * The commands about the audit: verify, export and anchor it; and prune, which leaves tombstones.
 */
@NullMarked
package dev.sidegate.operator.audit;

import org.jspecify.annotations.NullMarked;
