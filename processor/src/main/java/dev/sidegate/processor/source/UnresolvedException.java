package dev.sidegate.processor.source;

/**
 * Something that a later round may bring is missing: a type that another processor writes, a getter
 * that Lombok adds. Whatever touches it is looked at again; it is no finding.
 */
public final class UnresolvedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Without a stack trace: this only leads to the next round. */
  public UnresolvedException(String what) {
    super(what, null, false, false);
  }
}
