package dev.sidegate.processor.report;

import java.util.Locale;

/**
 * Every message, with its stable code. Reason and remedy are {@link java.util.Formatter} patterns
 * over the same arguments. Codes below 100 are errors, from 100 on warnings; a code is never used
 * again for something else. CATALOGUE.md shows each with a failing and a mended example.
 */
public enum Message {
  // The key's text.
  KEY_EMPTY(1, "there is no key: %1$s", "%2$s"),
  KEY_CONSTANT(2, "%1$s", "%2$s"),
  KEY_CHARACTER(3, "%1$s", "%2$s"),
  KEY_BRACE(4, "%1$s", "%2$s"),
  KEY_PATH(5, "%1$s", "%2$s"),
  KEY_CALL(6, "%1$s", "%2$s"),
  KEY_FILTER(7, "%1$s", "%2$s"),
  KEY_SEPARATOR(8, "%1$s", "%2$s"),
  KEY_SCOPE(9, "%1$s", "%2$s"),
  EFFECT_MISSING(
      10,
      "the key does not name its effect: it does not begin with a literal before ':'",
      "begin it with the effect's name, as in \"refund:{order.id}\", or set effect = \"…\""),
  EFFECT_NAME(
      11,
      "\"%1$s\" is no name for an effect",
      "use letters, digits, '-' and '_', beginning with a letter, at most 100 of them"),

  // The key's values.
  PARAMETER_UNKNOWN(12, "%1$s has no parameter \"%2$s\"", "%3$s"),
  PROPERTY_UNKNOWN(13, "%1$s has no property \"%2$s\"", "%3$s"),
  PROPERTY_AMBIGUOUS(
      14, "\"%2$s\" of %1$s is read by %3$s", "keep one of them, or name another property"),
  PROPERTY_INACCESSIBLE(
      15,
      "%1$s cannot be reached from the package %2$s, where the generated code lives",
      "make it public, or package-private in the same package"),
  VALUE_FLOATING(
      16,
      "a %1$s is no identity: it is written in many ways and rounded in others",
      "use an integer (cents) or a BigDecimal with |scale2"),
  VALUE_DECIMAL(
      17,
      "1.1 and 1.10 are equal amounts and different texts",
      "say how many digits: {%1$s|scale2}"),
  VALUE_MANY(
      18,
      "%1$s holds many values, whose order and number change the text",
      "use {%2$s|sha256}, or one value of it"),
  VALUE_NO_KEY(19, "%1$s has no text that identifies it", "%2$s"),
  FILTER_UNFIT(20, "%1$s does not fit %2$s", "%3$s"),
  VALUE_SENSITIVE(
      21,
      "%1$s is @Sensitive, and a key is read by people and written to logs",
      "use {%2$s|hmac}, or another value that is no secret"),
  VALUE_PER_ATTEMPT(
      22,
      "%1$s belongs to one attempt, so a retry would have another key and act again",
      "take a value that is the same for every attempt of one wish"),
  VALUE_FREE_TEXT(
      23,
      "%1$s is @FreeText, which a model words anew each time, so each wording would act again",
      "take a business value, such as an id"),
  VALUE_BOOLEAN_ALONE(
      24,
      "booleans alone make two keys for all calls there will ever be",
      "add the value that makes one wish different from the next"),
  KEY_TYPE(25, "@KeyType %1$s %2$s", "%3$s"),

  // What the payload and the result are made of.
  TYPE_OPEN(30, "%1$s cannot be stored: %2$s", "%3$s"),
  TYPE_NOT_REBUILT(31, "%1$s cannot be built again: %2$s", "%3$s"),
  TYPE_CYCLIC(
      32,
      "%1$s contains itself, so its payload has no end that can be proven",
      "pass the parts as a flat list that refers by id"),
  TYPE_INACCESSIBLE(
      33,
      "%1$s cannot be reached from the package %2$s, where the generated code lives",
      "make it public, or package-private in the same package"),
  MARKS_CONTRADICT(
      34,
      "%1$s and %2$s contradict each other on %3$s",
      "@PerAttempt leaves the value out of the payload; keep the mark that is meant"),

  // The method.
  METHOD_ABSTRACT(
      40,
      "%1$s has no body, so there is nothing to guard",
      "put @SideEffect on the method that has the body"),
  METHOD_EFFECT_TWICE(
      41,
      "the effect \"%1$s\" is already owned by %2$s of this class",
      "give each method an effect of its own with effect = \"…\""),
  METHOD_RESULT_LATER(42, "a guarded method cannot return %1$s: %2$s", "%3$s"),
  METHOD_SUSPEND(
      43,
      "Kotlin suspend functions are not supported: the effect would end after the guard",
      "guard a blocking function that the suspend function calls"),
  METHOD_DEFERRED(
      44,
      "%1$s runs later, by a dispatcher (%2$s), which cannot rebuild %3$s",
      "drop the parameter, or run inline and without approval"),
  METHOD_READ_ONLY(
      45, "%1$s says both that it acts and that it does not", "drop @ReadOnly or @SideEffect"),
  OVERRIDE_OTHER_EFFECT(
      46,
      "%1$s overrides %2$s, which is the effect \"%3$s\"; an override counts as what it overrides",
      "name the same effect: effect = \"%3$s\""),
  OVERRIDE_UNGUARDED(
      47,
      "%1$s overrides %2$s and drops its @SideEffect, so its body would run unguarded",
      "repeat @SideEffect on the override"),

  // Approval and provider.
  APPROVAL_WITHOUT_EFFECT(
      50, "there is no @SideEffect beside @RequiresApproval", "add it, or drop the approval"),
  APPROVAL_ROLE(51, "the approval names no role", "name who may decide: role = \"finance\""),
  APPROVAL_RULE(52, "%1$s", "%2$s"),
  APPROVAL_IRREVERSIBLE(
      53,
      "a cancel window acts unless somebody objects, and this effect cannot be taken back",
      "use ApprovalMode.BEFORE_ACT"),
  DURATION(54, "\"%1$s\" %2$s", "write a number and a unit: 500ms, 30s, 15m, 24h, 90d"),
  PROVIDER_CONTRACT(55, "%1$s", "%2$s"),

  // Reconciliation.
  RECONCILES_UNKNOWN(60, "this class has no effect \"%1$s\"", "%2$s"),
  RECONCILES_TWICE(61, "the effect \"%1$s\" is already reconciled by %2$s", "keep one of them"),
  RECONCILES_SIGNATURE(62, "%1$s", "%2$s"),

  // Strict builds.
  STRICT_UNDECIDED(
      70,
      "%1$s is a tool (@%2$s) and says neither that it acts nor that it does not",
      "add @SideEffect(key = \"…\") or @ReadOnly"),
  STRICT_STAGE(
      71,
      "%1$s is a tool (@%2$s) and returns %3$s, which agent frameworks do not await",
      "return the value itself"),
  OPTION(72, "the option %1$s is \"%2$s\"", "%3$s"),

  NOT_WRITTEN(90, "the descriptor of %1$s could not be written: %2$s", "%3$s"),

  // Warnings.
  NAME_OF_ATTEMPT(
      101,
      "\"%1$s\" sounds like a value of one attempt; then each retry would act again",
      "take a value of the wish itself, or silence this with @SuppressWarnings(\"SG101\")"),
  IDEMPOTENT_WITHOUT_REVISION(
      102,
      "setting a value back to what it was has the same key as the first time, and would not run",
      "add a revision or {scope.trigger} to the key"),
  DOUBT_NEEDS_PERSON(
      103,
      "nothing can settle a lost answer of \"%1$s\": the provider is neither keyed nor idempotent, and no"
          + " method reconciles it, so each one waits for a person",
      "add @Reconciles(\"%1$s\"), or declare what the provider promises"),
  RESULT_NOT_STORED(
      104,
      "only the first caller gets this result, repeats get EffectCompletedException with the receipt:"
          + " %1$s",
      "return a record, a String or an id"),
  SYNCHRONIZED(
      105,
      "the guard takes and settles its claim inside the monitor of %1$s, so callers of other keys wait too",
      "guard with the key alone, and drop synchronized"),
  WINDOW_SHORT(
      106,
      "the provider forgets a key after %1$s, and retries go on for 15m by default; later ones count as"
          + " unkeyed",
      "shorten sidegate.effects.%2$s.retry.deadline, or give the provider's real window");

  private final int number;
  private final String reason;
  private final String remedy;

  Message(int number, String reason, String remedy) {
    this.number = number;
    this.reason = reason;
    this.remedy = remedy;
  }

  /** The stable code, such as {@code SG013}. */
  public String code() {
    return String.format(Locale.ROOT, "SG%03d", number);
  }

  /** Whether it may be silenced. */
  public boolean isWarning() {
    return number >= 100;
  }

  /** Why, with these arguments. */
  public String reason(Object... arguments) {
    return String.format(Locale.ROOT, reason, arguments);
  }

  /** What to do, with these arguments. */
  public String remedy(Object... arguments) {
    return String.format(Locale.ROOT, remedy, arguments);
  }
}
