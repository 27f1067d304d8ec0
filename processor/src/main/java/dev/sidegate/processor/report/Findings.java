package dev.sidegate.processor.report;

import java.util.ArrayList;
import java.util.List;

/** Collects what is found in one class, in the order of its source. */
public final class Findings {
  private final List<Finding> found = new ArrayList<>();

  /** Adds a finding. */
  public void add(Finding finding) {
    found.add(finding);
  }

  /** Adds a finding without a template. */
  public void add(Message message, Place place, Object... arguments) {
    found.add(Finding.of(message, place, arguments));
  }

  /** Whether any of them is an error. */
  public boolean hasErrors() {
    return found.stream().anyMatch(finding -> !finding.message().isWarning());
  }

  /** All of them. */
  public List<Finding> all() {
    return List.copyOf(found);
  }
}
