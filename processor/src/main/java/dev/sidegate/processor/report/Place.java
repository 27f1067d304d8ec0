package dev.sidegate.processor.report;

import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * Where a finding stands in the source: an element, if possible an annotation on it, if possible
 * one value of that.
 *
 * @param element what is found fault with; null for the compilation as a whole
 * @param annotation the annotation on it
 * @param value the annotation's value
 */
public record Place(
    @Nullable Element element,
    @Nullable AnnotationMirror annotation,
    @Nullable AnnotationValue value) {

  /** The compilation as a whole. */
  public static final Place COMPILATION = new Place(null, null, null);

  /** An element as a whole. */
  public static Place of(Element element) {
    return new Place(element, null, null);
  }
}
