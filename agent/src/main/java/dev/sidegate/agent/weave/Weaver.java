package dev.sidegate.agent.weave;

import static net.bytebuddy.matcher.ElementMatchers.hasDescriptor;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;

import dev.sidegate.agent.log.StandardError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a class file that names the annotation. Loaded with the first one of
 * them, and Byte Buddy with it. What cannot be woven must not run, in this order: a body that
 * throws; bytes that cannot be defined.
 */
final class Weaver {
  private final WeavingRecord record;
  private final Inlining inlining = new Inlining();

  Weaver(WeavingRecord record) {
    this.record = record;
  }

  /** The bytes to define, or null for those that were given. */
  byte @Nullable [] weave(ClassLoader loader, byte[] file) {
    GuardedClass guarded = GuardedClass.read(file);
    if (guarded.methods().isEmpty() || guarded.generatedSubclass()) {
      return null;
    }
    for (GuardedClass.Method method : guarded.methods()) {
      if (!method.hasBody()) {
        return undefinable(
            loader, guarded, method.signature() + " carries @SideEffect and has no body to guard");
      }
    }
    Map<String, String> refused = new LinkedHashMap<>();
    List<GuardedClass.Method> open = new ArrayList<>();
    for (GuardedClass.Method method : guarded.methods()) {
      String obstacle = method.obstacle();
      if (obstacle != null) {
        refused.put(method.name() + method.descriptor(), line(guarded, method, obstacle));
      } else if (!method.woven()) {
        open.add(method);
      }
    }
    byte[] woven;
    try {
      woven = refused.isEmpty() ? file : RefusedBodies.in(file, refused);
      woven =
          open.isEmpty() ? woven : counted(inlining.inline(GuardAdvice.class, woven, anyOf(open)));
    } catch (Throwable failure) {
      for (GuardedClass.Method method : open) {
        refused.put(
            method.name() + method.descriptor(),
            line(guarded, method, "it could not be woven: " + failure));
      }
      woven = RefusedBodies.in(file, refused);
    }
    keep(loader, guarded, refused);
    return woven;
  }

  /** Its objects are counted. Where that cannot be woven nobody counts, and there is no target. */
  private byte[] counted(byte[] woven) {
    try {
      return inlining.inline(ConstructedAdvice.class, woven, isConstructor());
    } catch (RuntimeException | LinkageError uncounted) {
      StandardError.line("the objects of a guarded class are not counted: " + uncounted);
      return woven;
    }
  }

  private static ElementMatcher<MethodDescription> anyOf(List<GuardedClass.Method> methods) {
    ElementMatcher.Junction<MethodDescription> any = none();
    for (GuardedClass.Method method : methods) {
      any = any.or(named(method.name()).and(hasDescriptor(method.descriptor())));
    }
    return any;
  }

  private static String line(GuardedClass guarded, GuardedClass.Method method, String reason) {
    return guarded.name() + "." + method.signature() + " is refused: " + reason;
  }

  private void keep(ClassLoader loader, GuardedClass guarded, Map<String, String> refused) {
    for (String line : refused.values()) {
      StandardError.line(line);
    }
    record.keep(loader, guarded.name(), List.copyOf(refused.values()));
  }

  private byte[] undefinable(ClassLoader loader, GuardedClass guarded, String reason) {
    String line = guarded.name() + " is refused: " + reason;
    StandardError.line(line);
    record.keep(loader, guarded.name(), List.of(line));
    return UndefinableClass.saying(reason);
  }
}
