package dev.sidegate.engine.intent;

/**
 * What the database knew of a doubt as its lookup began.
 *
 * @param quiet no attempt could send any more
 * @param silent and the settle delay had passed since the last one ended: "not there" is a proof
 * @param repeatable the provider takes a repetition: it is idempotent, or its keys are remembered
 * @param budgetLeft an attempt and time are left
 * @param pastLimit the doubt is older than the effect's limit: a person has to know
 */
public record ProbeFacts(
    boolean quiet, boolean silent, boolean repeatable, boolean budgetLeft, boolean pastLimit) {}
