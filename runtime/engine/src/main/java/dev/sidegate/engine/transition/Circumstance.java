package dev.sidegate.engine.transition;

import static dev.sidegate.engine.transition.Fact.ABSENT;
import static dev.sidegate.engine.transition.Fact.CORRECTION;
import static dev.sidegate.engine.transition.Fact.OTHERS_IN_DOUBT;
import static dev.sidegate.engine.transition.Fact.PROOF_WAITS;
import static dev.sidegate.engine.transition.Fact.REPEATABLE;

import java.util.Set;
import java.util.function.Predicate;

/** What else decides where an event leads. */
public enum Circumstance {
  /** Nothing else. */
  ALWAYS("", facts -> true),
  /** A completion speaks for every attempt (law 3). */
  RESOLVED(
      "no other attempt is in doubt, or the provider takes repetitions", Circumstance::resolved),
  /** It does not. */
  UNRESOLVED(
      "another attempt is in doubt, and the provider takes no repetition",
      facts -> !resolved(facts)),
  /** A failure is proven for every attempt (law 3). */
  ALONE("no other attempt is in doubt", facts -> !facts.contains(OTHERS_IN_DOUBT)),
  /** The same, and a caller comes again. */
  PROVEN(
      "no other attempt is in doubt, and no dispatcher can run it",
      facts -> !facts.contains(OTHERS_IN_DOUBT) && !facts.contains(Fact.DISPATCHED)),
  /** The same, and somebody goes on by himself. */
  PROVEN_DISPATCHED(
      "no other attempt is in doubt, and a dispatcher can run it",
      facts -> !facts.contains(OTHERS_IN_DOUBT) && facts.contains(Fact.DISPATCHED)),
  /** It is not proven. */
  SHARED("another attempt is in doubt", facts -> facts.contains(OTHERS_IN_DOUBT)),
  /** A receipt alone ends the doubt. */
  SOLE_PROOF(
      "it speaks for every attempt, and no other proof waits",
      facts -> resolved(facts) && !facts.contains(PROOF_WAITS)),
  /** It does not: the settle judges. */
  SHARED_PROOF(
      "another attempt is in doubt, or another proof waits",
      facts -> !resolved(facts) || facts.contains(PROOF_WAITS)),
  /** A repetition is no second effect. */
  REPEATED(
      "keyed and inside the provider's window, or idempotent; nothing holds it",
      facts -> facts.contains(REPEATABLE) && !facts.contains(Fact.CONTRADICTED)),
  /** Evidence opposes how the intent stands (law 12). */
  OPPOSED("evidence opposes it", facts -> facts.contains(Fact.CONTRADICTED)),
  /** None does. */
  UNOPPOSED("no evidence opposes it", facts -> !facts.contains(Fact.CONTRADICTED)),
  /** None does, and a caller comes again. */
  GRANTED_TO_CALLERS(
      "no evidence opposes it, and no dispatcher can run it",
      facts -> !facts.contains(Fact.CONTRADICTED) && !facts.contains(Fact.DISPATCHED)),
  /** None does, and somebody goes on by himself. */
  GRANTED_DISPATCHED(
      "no evidence opposes it, and a dispatcher can run it",
      facts -> !facts.contains(Fact.CONTRADICTED) && facts.contains(Fact.DISPATCHED)),
  /** The key was completed once (law 10). */
  CORRECTING(
      "it is itself a correction; no evidence opposes it",
      facts -> facts.contains(CORRECTION) && !facts.contains(Fact.CONTRADICTED)),
  /** A caller comes again. */
  BY_CALLERS("no dispatcher can run it", facts -> !facts.contains(Fact.DISPATCHED)),
  /** Somebody goes on by himself. */
  BY_DISPATCHER("a dispatcher can run it", facts -> facts.contains(Fact.DISPATCHED)),
  /** The lookup found it. */
  FOUND("the provider has it, as it was intended", facts -> facts.contains(Fact.FOUND)),
  /** The lookup did not find it, and none can come. */
  GONE(
      "the provider has it not, and no attempt can still send it",
      facts ->
          facts.contains(ABSENT)
              && !facts.contains(Fact.FOUND)
              && !facts.contains(Fact.DISPATCHED)),
  /** The same, and somebody goes on by himself. */
  GONE_DISPATCHED(
      "the provider has it not, no attempt can still send it, and a dispatcher can run it",
      facts ->
          facts.contains(ABSENT) && !facts.contains(Fact.FOUND) && facts.contains(Fact.DISPATCHED)),
  /** The lookup could not tell. */
  UNTOLD(
      "it failed, found something else, or an attempt may still send it",
      facts -> !facts.contains(ABSENT) && !facts.contains(Fact.FOUND));

  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // each is a lambda that holds nothing
  private final Predicate<Set<Fact>> test;

  Circumstance(String text, Predicate<Set<Fact>> test) {
    this.text = text;
    this.test = test;
  }

  private static boolean resolved(Set<Fact> facts) {
    return !facts.contains(OTHERS_IN_DOUBT) || facts.contains(REPEATABLE);
  }

  /** In words; empty if nothing else decides. */
  public String text() {
    return text;
  }

  /** Whether it is so. */
  public boolean holds(Set<Fact> facts) {
    return test.test(facts);
  }
}
