package dev.sidegate.processor.source;

import dev.sidegate.processor.report.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** An annotation as it stands on an element, read by names so that no class is loaded. */
public final class Mark {
  private final Element element;
  private final AnnotationMirror mirror;
  private final Map<? extends ExecutableElement, ? extends AnnotationValue> values;

  private Mark(Element element, AnnotationMirror mirror, Language language) {
    this.element = element;
    this.mirror = mirror;
    this.values = language.elements().getElementValuesWithDefaults(mirror);
  }

  /** The annotation of this class on an element. */
  public static Optional<Mark> on(Element element, Class<?> annotation, Language language) {
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      if (Language.is(mirror.getAnnotationType(), annotation)) {
        return Optional.of(new Mark(element, mirror, language));
      }
    }
    return Optional.empty();
  }

  /** Whether an annotation of this class stands on an element. */
  public static boolean isOn(Element element, Class<?> annotation) {
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      if (Language.is(mirror.getAnnotationType(), annotation)) {
        return true;
      }
    }
    return false;
  }

  /** The qualified names of an element's annotations. */
  public static List<String> names(Element element) {
    List<String> names = new ArrayList<>();
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      names.add(Language.element(mirror.getAnnotationType()).getQualifiedName().toString());
    }
    return names;
  }

  /** A member that is an annotation itself. */
  public Mark nested(String member, Language language) {
    return new Mark(element, (AnnotationMirror) value(member).getValue(), language);
  }

  /**
   * A text.
   *
   * @throws UnresolvedException if it is a constant that does not exist (yet)
   */
  public String text(String member) {
    Object value = value(member).getValue();
    if (!(value instanceof String text) || text.equals("<error>")) {
      throw new UnresolvedException(member);
    }
    return text;
  }

  /** A truth value. */
  public boolean flag(String member) {
    if (value(member).getValue() instanceof Boolean flag) {
      return flag;
    }
    throw new UnresolvedException(member);
  }

  /** A whole number. */
  public int number(String member) {
    if (value(member).getValue() instanceof Integer number) {
      return number;
    }
    throw new UnresolvedException(member);
  }

  /** A constant's name. */
  public String constant(String member) {
    if (value(member).getValue() instanceof VariableElement constant) {
      return constant.getSimpleName().toString();
    }
    throw new UnresolvedException(member);
  }

  /** A class. */
  public DeclaredType type(String member) {
    if (value(member).getValue() instanceof TypeMirror type
        && type.getKind() == javax.lang.model.type.TypeKind.DECLARED) {
      return (DeclaredType) type;
    }
    throw new UnresolvedException(member);
  }

  /** Texts. */
  public List<String> texts(String member) {
    if (!(value(member).getValue() instanceof List<?> list)) {
      throw new UnresolvedException(member);
    }
    return list.stream().map(item -> String.valueOf(((AnnotationValue) item).getValue())).toList();
  }

  /** Whether the source writes the member, rather than leaving its default. */
  public boolean says(String member) {
    for (ExecutableElement method : mirror.getElementValues().keySet()) {
      if (method.getSimpleName().contentEquals(member)) {
        return true;
      }
    }
    return false;
  }

  /** Where a member stands; the whole annotation if the source leaves it out. */
  public Place place(String member) {
    return new Place(element, mirror, says(member) ? value(member) : null);
  }

  /** Where the annotation stands. */
  public Place place() {
    return new Place(element, mirror, null);
  }

  private AnnotationValue value(String member) {
    for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> entry :
        values.entrySet()) {
      if (entry.getKey().getSimpleName().contentEquals(member)) {
        return entry.getValue();
      }
    }
    throw new UnresolvedException(member);
  }
}
