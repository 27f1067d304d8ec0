package dev.sidegate.processor.source;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/** The classes that were looked at in this round; each is read once. */
public final class Classes {
  private final Map<TypeElement, ClassMembers> read = new HashMap<>();
  private final Language language;
  private final Set<String> judged;

  /**
   * For one round: elements of an earlier one are stale.
   *
   * @param judged the names of classes whose own faults are found where they are declared
   */
  public Classes(Language language, Set<String> judged) {
    this.language = language;
    this.judged = Set.copyOf(judged);
  }

  /** Whether a fault of the class itself is found where it is declared. */
  public boolean isJudged(TypeElement type) {
    return judged.contains(type.getQualifiedName().toString());
  }

  /** The members of a class. */
  public ClassMembers members(TypeElement type) {
    return read.computeIfAbsent(type, t -> new ClassMembers(t, language));
  }
}
