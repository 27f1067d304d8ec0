package dev.sidegate.processor.source;

import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;

/**
 * Something of an object that can be read.
 *
 * @param name the property's name
 * @param reader what reads it: a record's accessor, a getter or a field
 * @param bearers all elements on which an annotation means this property: accessor, component,
 *     field
 */
public record Property(String name, Element reader, List<Element> bearers) {

  /** Copies the list. */
  public Property {
    bearers = List.copyOf(bearers);
  }

  /** Whether it is read by calling a method. */
  public boolean isCalled() {
    return reader instanceof ExecutableElement;
  }

  /** Whether it carries an annotation. */
  public boolean has(Class<?> annotation) {
    return bearers.stream().anyMatch(bearer -> Mark.isOn(bearer, annotation));
  }
}
