package dev.sidegate.processor.key;

import dev.sidegate.processor.report.Finding;
import java.util.Optional;

/** A hole that cannot stand; carries the one finding for it, unless the payload has it already. */
final class HoleFault extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Optional<Finding> finding;

  HoleFault(Finding finding) {
    this(Optional.of(finding));
  }

  private HoleFault(Optional<Finding> finding) {
    super(null, null, false, false);
    this.finding = finding;
  }

  /** A fault that is a finding elsewhere. */
  static HoleFault known() {
    return new HoleFault(Optional.empty());
  }

  Optional<Finding> finding() {
    return finding;
  }
}
