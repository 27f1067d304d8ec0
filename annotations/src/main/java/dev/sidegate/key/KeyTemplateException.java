package dev.sidegate.key;

/** A template that is not one. Says where, why, and what to write instead. */
public final class KeyTemplateException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Fault {
    /** Nothing is written. */
    EMPTY,
    /** No value of the call stands in the key. */
    CONSTANT,
    /** A literal holds a character that a key may not hold. */
    CHARACTER,
    /** A brace opens and does not close, or closes and did not open. */
    BRACE,
    /** A hole is not a path of names. */
    PATH,
    /** A hole calls a method. */
    CALL,
    /** A filter does not exist, or its digits are wrong. */
    FILTER,
    /** Nothing keeps the values of two holes apart. */
    SEPARATOR,
    /** {@code scope} has no such value. */
    SCOPE
  }

  private final Fault fault;
  private final String template;
  private final int offset;
  private final String reason;
  private final String remedy;

  KeyTemplateException(Fault fault, String template, int offset, String reason, String remedy) {
    super(
        reason + " (offset " + offset + " of \"" + template + "\"); " + remedy, /* cause= */ null);
    this.fault = fault;
    this.template = template;
    this.offset = offset;
    this.reason = reason;
    this.remedy = remedy;
  }

  /** The kind of fault. */
  public Fault fault() {
    return fault;
  }

  /** The template as it was written. */
  public String template() {
    return template;
  }

  /** Where the fault is, in characters from 0; at most the template's length. */
  public int offset() {
    return offset;
  }

  /** Why this cannot be a template. */
  public String reason() {
    return reason;
  }

  /** What to write instead. */
  public String remedy() {
    return remedy;
  }
}
