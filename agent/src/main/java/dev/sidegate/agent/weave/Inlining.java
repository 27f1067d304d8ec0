package dev.sidegate.agent.weave;

import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.TypeInitializer;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.auxiliary.AuxiliaryType;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * Inlines an advice class into methods of a class file. Adds no members, keeps everything else byte
 * for byte, and loads nothing but the agent's own classes.
 */
public final class Inlining {
  private final ClassFileLocator advices =
      ClassFileLocator.ForClassLoader.of(Inlining.class.getClassLoader());

  /** Whether the class file has a method that matches. */
  static boolean matches(byte[] file, ElementMatcher<? super MethodDescription> methods) {
    String name = OpenedClassReader.of(file).getClassName().replace('/', '.');
    return !UnresolvedTypes.around(name, file)
        .describe(name)
        .resolve()
        .getDeclaredMethods()
        .filter(methods)
        .isEmpty();
  }

  /**
   * The class file with the advice around the methods that match.
   *
   * @throws RuntimeException if the class file cannot be read or the advice does not fit
   */
  public byte[] inline(
      Class<?> advice, byte[] file, ElementMatcher<? super MethodDescription> methods) {
    ClassReader reader = OpenedClassReader.of(file);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    String name = reader.getClassName().replace('/', '.');
    TypePool types = UnresolvedTypes.around(name, file);
    TypeDescription type = types.describe(name).resolve();
    ClassFileVersion version = ClassFileVersion.ofClassFile(file);
    Implementation.Context context =
        Implementation.Context.Disabled.Factory.INSTANCE.make(
            type,
            new AuxiliaryType.NamingStrategy.SuffixingRandom("sidegate"),
            TypeInitializer.None.INSTANCE,
            version,
            version,
            version.isAtLeast(ClassFileVersion.JAVA_V6)
                ? Implementation.Context.FrameGeneration.GENERATE
                : Implementation.Context.FrameGeneration.DISABLED);
    reader.accept(
        Advice.to(advice, advices)
            .on(methods)
            .wrap(
                type,
                writer,
                context,
                types,
                type.getDeclaredFields(),
                type.getDeclaredMethods(),
                ClassWriter.COMPUTE_MAXS,
                0),
        0);
    return writer.toByteArray();
  }
}
