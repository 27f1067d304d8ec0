package dev.sidegate.agent.weave;

import dev.sidegate.agent.library.WovenTypes;
import dev.sidegate.agent.log.StandardError;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Weaves named classes of the application's libraries, whatever loader they come from. What cannot
 * be woven stays as it is: guarded methods are safe without it, only less well spoken, and a client
 * gives no evidence.
 */
final class LibraryTransformer implements ClassFileTransformer {
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
  private final ClassLoader own = LibraryTransformer.class.getClassLoader();
  private final Map<String, List<ClassPart>> parts = new HashMap<>();
  private final Inlining inlining = new Inlining();

  LibraryTransformer(List<ClassPart> all) {
    for (ClassPart part : all) {
      parts.computeIfAbsent(part.type().replace('.', '/'), unseen -> new ArrayList<>(2)).add(part);
    }
  }

  /** Whether a class is one of those. */
  boolean knows(Class<?> type) {
    return isOfTheApplication(type.getClassLoader())
        && parts.containsKey(type.getName().replace('.', '/'));
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if (className == null || loader == null || !isOfTheApplication(loader)) {
      return null;
    }
    List<ClassPart> wanted = parts.get(className);
    if (wanted == null) {
      return null;
    }
    try {
      byte[] woven = file;
      boolean whole = true;
      for (ClassPart part : wanted) {
        if (Inlining.matches(file, part.methods())) {
          woven = inlining.inline(part.advice(), woven, part.methods());
        } else if (part.everywhere()) {
          whole = false;
          say(className, "this version of it has no method as expected");
        }
      }
      if (whole) {
        WovenTypes.add(loader, className.replace('/', '.'));
      }
      return woven;
    } catch (Throwable failure) {
      say(className, failure.toString());
      return null;
    }
  }

  static void say(String type, String why) {
    StandardError.line(type.replace('/', '.') + " is not woven: " + why);
  }

  private boolean isOfTheApplication(@Nullable ClassLoader loader) {
    return loader != null && loader != platform && loader != own;
  }
}
