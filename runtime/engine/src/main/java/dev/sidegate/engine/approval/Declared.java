package dev.sidegate.engine.approval;

import dev.sidegate.ApprovalMode;
import java.time.Duration;
import java.util.Optional;

/**
 * What {@code @RequiresApproval} says.
 *
 * @param role of those who may decide
 * @param mode when they are asked
 * @param rule the class that lets narrow cases pass; empty if there is none
 * @param expiresIn how long a question stands; empty if the settings say
 */
public record Declared(
    String role, ApprovalMode mode, Optional<String> rule, Optional<Duration> expiresIn) {}
