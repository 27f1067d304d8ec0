package dev.sidegate.agent.weave;

import dev.sidegate.agent.log.StandardError;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sees every class file of the application before it is defined, and weaves those that carry
 * {@code @SideEffect}. All others cost a walk through their constant pool; Byte Buddy is loaded
 * with the first hit.
 *
 * <p>A transformer that throws leaves its class as it was, and the guarded methods would run
 * unguarded. So nothing is thrown from here: what fails ends in bytes that cannot be defined.
 */
public final class GuardTransformer implements ClassFileTransformer {
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
  private final ClassLoader own = GuardTransformer.class.getClassLoader();
  private final WeavingRecord record;
  private final Runnable withTheFirst;
  private volatile @Nullable Weaver weaver;

  /**
   * Writes down in this record what became of each guarded class.
   *
   * @param withTheFirst is run once, before the first of them is defined; it must load no class of
   *     the application
   */
  public GuardTransformer(WeavingRecord record, Runnable withTheFirst) {
    this.record = record;
    this.withTheFirst = withTheFirst;
    UndefinableClass.plain(); // loaded now, so that it is there when loading fails
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    try {
      if (loader == null || loader == platform || loader == own || !Mention.in(file)) {
        return null;
      }
      boolean known = redefined != null && record.refusals(redefined) != null;
      byte[] woven = weaver().weave(loader, file);
      if (redefined != null && woven != null && !known) {
        // Loaded before the agent: objects of it may exist that nobody counted.
        Object unused = SidegateDoor.door.apply("target.uncounted", new Object[] {redefined});
      }
      return woven;
    } catch (Throwable failure) {
      return undefinable(loader, className, failure);
    }
  }

  private byte[] undefinable(
      @Nullable ClassLoader loader, @Nullable String className, Throwable failure) {
    try {
      String line = className + " is refused: it could not be woven: " + failure;
      StandardError.line(line);
      if (loader != null && className != null) {
        record.keep(loader, className.replace('/', '.'), List.of(line));
      }
      return UndefinableClass.saying("it could not be woven: " + failure);
    } catch (Throwable noMemory) {
      return UndefinableClass.plain();
    }
  }

  /** Made with the first hit, because it loads Byte Buddy. */
  private Weaver weaver() {
    Weaver made = weaver;
    if (made == null) {
      withTheFirst.run();
      made = new Weaver(record);
      weaver = made;
    }
    return made;
  }
}
