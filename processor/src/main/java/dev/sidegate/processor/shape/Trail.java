package dev.sidegate.processor.shape;

import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.TypeText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Where in a value the reader is, in words for messages, and which types it is inside of. */
final class Trail {
  /** So often a class may stand within itself with other type arguments. */
  private static final int NESTED = 6;

  private final Deque<String> steps = new ArrayDeque<>();
  private final Deque<String> open = new ArrayDeque<>();

  Trail(String root) {
    steps.addLast(root);
  }

  void enter(String step) {
    steps.addLast(step);
  }

  void leave() {
    steps.removeLast();
  }

  /** Begins a type; refuses one that contains itself. */
  void begin(TypeMirror type, String identity) throws Refusal {
    String name = Language.element((DeclaredType) type).getQualifiedName() + "<";
    long within = open.stream().filter(around -> around.startsWith(name)).count();
    if (open.contains(identity) || within == NESTED) {
      throw new Refusal(Message.TYPE_CYCLIC, of(type));
    }
    open.addLast(identity);
  }

  void end() {
    open.removeLast();
  }

  /** A type here, such as {@code order.items[].photo (InputStream)}. */
  String of(TypeMirror type) {
    return path() + " (" + TypeText.simple(type) + ")";
  }

  /** The way here, such as {@code order.items[].photo}. */
  String path() {
    Iterator<String> each = steps.iterator();
    StringBuilder path = new StringBuilder(each.next());
    while (each.hasNext()) {
      String step = each.next();
      boolean name = Character.isJavaIdentifierStart(step.charAt(0));
      path.append(name ? "." : "").append(step);
    }
    return path.toString();
  }
}
