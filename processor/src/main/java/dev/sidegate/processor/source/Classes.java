package dev.sidegate.processor.source;

import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.TypeElement;

/** The classes that were looked at in this round; each is read once. */
public final class Classes {
  private final Map<TypeElement, ClassMembers> read = new HashMap<>();
  private final Language language;

  /** For one round: elements of an earlier one are stale. */
  public Classes(Language language) {
    this.language = language;
  }

  /** The members of a class. */
  public ClassMembers members(TypeElement type) {
    return read.computeIfAbsent(type, t -> new ClassMembers(t, language));
  }
}
