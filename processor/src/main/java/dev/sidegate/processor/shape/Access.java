package dev.sidegate.processor.shape;

import dev.sidegate.processor.source.Property;

/**
 * The member by which a property is read or set.
 *
 * @param member the method or field
 * @param called whether it is a method
 */
public record Access(String member, boolean called) {

  /** What reads a property. */
  public static Access to(Property property) {
    return new Access(property.reader().getSimpleName().toString(), property.isCalled());
  }

  /** As a plan writes it: {@code getId()} or {@code count}. */
  @Override
  public String toString() {
    return called ? member + "()" : member;
  }
}
