package dev.sidegate.agent.weave;

import dev.sidegate.agent.log.StandardError;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Weaves named classes of the JDK, as they are loaded or again. What cannot be woven stays as it
 * is; then nothing in this JVM counts as watched.
 */
final class JdkTransformer implements ClassFileTransformer {
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
  private final Map<String, List<ClassPart>> parts = new HashMap<>();
  private final Inlining inlining = new Inlining();
  private volatile boolean failed;

  JdkTransformer(List<ClassPart> all) {
    for (ClassPart part : all) {
      parts.computeIfAbsent(part.type().replace('.', '/'), unseen -> new ArrayList<>(2)).add(part);
    }
  }

  /** Whether a class is one of those, by its binary name. */
  boolean knows(String type) {
    return parts.containsKey(type.replace('.', '/'));
  }

  boolean failed() {
    return failed;
  }

  void fail(String type, Throwable failure) {
    failed = true;
    StandardError.line(
        type + " is not watched; nothing in this JVM gives evidence now: " + failure);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if ((loader != null && loader != platform) || className == null) {
      return null;
    }
    List<ClassPart> wanted = parts.get(className);
    if (wanted == null) {
      return null;
    }
    try {
      byte[] woven = file;
      for (ClassPart part : wanted) {
        if (part.everywhere() && !Inlining.matches(file, part.methods())) {
          throw new IllegalStateException("no method for " + part.advice().getSimpleName());
        }
        woven = inlining.inline(part.advice(), woven, part.methods());
      }
      return woven;
    } catch (Throwable failure) {
      fail(className, failure);
      return null;
    }
  }
}
