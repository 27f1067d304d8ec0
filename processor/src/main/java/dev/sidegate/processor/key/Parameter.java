package dev.sidegate.processor.key;

import dev.sidegate.FreeText;
import dev.sidegate.PerAttempt;
import dev.sidegate.Sensitive;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import dev.sidegate.tree.FrameworkContexts;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** A parameter of a guarded method, as key and payload look at it. */
public record Parameter(int position, VariableElement element) {

  /** Its name. */
  public String name() {
    return element.getSimpleName().toString();
  }

  /** Whether a framework puts in a context of its own. */
  public boolean isContext() {
    TypeMirror type = element.asType();
    return (type.getKind() == TypeKind.DECLARED
            && FrameworkContexts.isType(
                Language.element((DeclaredType) type).getQualifiedName().toString()))
        || Mark.names(element).stream().anyMatch(FrameworkContexts::isAnnotation);
  }

  /** Whether it belongs to one attempt by its annotation. */
  public boolean isPerAttempt() {
    return Mark.isOn(element, PerAttempt.class);
  }

  /** Whether it is left out of the payload. */
  public boolean isLeftOut() {
    return isPerAttempt() || isContext();
  }

  /** Whether a model words it anew each time. */
  public boolean isFreeText() {
    return Mark.isOn(element, FreeText.class);
  }

  /** Whether it may be shown nowhere. */
  public boolean isSensitive() {
    return Mark.isOn(element, Sensitive.class);
  }
}
