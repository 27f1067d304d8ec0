package dev.sidegate.engine.store;

import org.jspecify.annotations.Nullable;

/**
 * A policy that asks people, or that waits for one.
 *
 * @param effect whose it is
 * @param role the role of approvers that it asks; null if it asks nobody
 * @param fallbackRole who may decide as well, later; null if nobody
 * @param looserWaits whether a looser one was proposed and waits for {@code policy accept}
 */
public record SurveyedPolicy(
    String effect, @Nullable String role, @Nullable String fallbackRole, boolean looserWaits) {}
