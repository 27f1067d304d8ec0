package dev.sidegate.processor.report;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.Messager;
import javax.lang.model.element.Element;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** Prints findings: each once, and no warning that {@code @SuppressWarnings} names by its code. */
public final class Printer {
  private final Messager messager;
  private final Set<String> printed = new HashSet<>();

  /** A printer for one compilation. */
  public Printer(Messager messager) {
    this.messager = messager;
  }

  /** Prints what has not been printed. A class that is looked at again brings no message twice. */
  public void print(List<Finding> findings) {
    for (Finding finding : findings) {
      if (printed.add(identity(finding)) && !isSuppressed(finding)) {
        print(finding);
      }
    }
  }

  private void print(Finding finding) {
    Place place = finding.place();
    Diagnostic.Kind kind =
        finding.message().isWarning() ? Diagnostic.Kind.WARNING : Diagnostic.Kind.ERROR;
    messager.printMessage(kind, finding.text(), place.element(), place.annotation(), place.value());
  }

  /** Elements of two rounds are different objects, so a finding is known by names. */
  private static String identity(Finding finding) {
    StringBuilder identity = new StringBuilder(finding.text());
    for (@Nullable Element e = finding.place().element(); e != null; e = e.getEnclosingElement()) {
      identity.append('\n').append(e);
    }
    return identity.toString();
  }

  private static boolean isSuppressed(Finding finding) {
    if (!finding.message().isWarning()) {
      return false;
    }
    for (@Nullable Element e = finding.place().element(); e != null; e = e.getEnclosingElement()) {
      SuppressWarnings suppressed = e.getAnnotation(SuppressWarnings.class);
      if (suppressed != null && List.of(suppressed.value()).contains(finding.message().code())) {
        return true;
      }
    }
    return false;
  }
}
