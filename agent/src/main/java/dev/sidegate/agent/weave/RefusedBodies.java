package dev.sidegate.agent.weave;

import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.function.BiFunction;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Gives methods a body that throws, in place of their own:
 *
 * <pre>{@code
 * throw (RuntimeException) SidegateDoor.door.apply("refused", new Object[] {MethodHandles.lookup(), why});
 * }</pre>
 *
 * The door makes the exception of the type that the class's own loader sees.
 */
final class RefusedBodies {
  private static final String FUNCTION = Type.getInternalName(BiFunction.class);
  private static final String LOOKUPS = Type.getInternalName(MethodHandles.class);
  private static final String LOOKUP =
      Type.getMethodDescriptor(Type.getType(MethodHandles.Lookup.class));

  private RefusedBodies() {}

  /**
   * The class file with throwing bodies.
   *
   * @param refused the reason, by method name and descriptor
   */
  static byte[] in(byte[] file, Map<String, String> refused) {
    ClassReader reader = OpenedClassReader.of(file);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(OpenedClassReader.ASM_API, writer) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodVisitor method =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            String reason = refused.get(name + descriptor);
            return reason == null || method == null ? method : new ThrowingBody(method, reason);
          }
        },
        0);
    return writer.toByteArray();
  }

  /** Keeps what stands before the code, such as annotations, and replaces the code. */
  private static final class ThrowingBody extends MethodVisitor {
    private final MethodVisitor method;
    private final String reason;

    ThrowingBody(MethodVisitor method, String reason) {
      super(OpenedClassReader.ASM_API, method);
      this.method = method;
      this.reason = reason;
    }

    @Override
    public void visitCode() {
      method.visitCode();
      method.visitFieldInsn(
          Opcodes.GETSTATIC, GuardedClass.DOOR, "door", Type.getDescriptor(BiFunction.class));
      method.visitLdcInsn("refused");
      method.visitInsn(Opcodes.ICONST_2);
      method.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
      method.visitInsn(Opcodes.DUP);
      method.visitInsn(Opcodes.ICONST_0);
      method.visitMethodInsn(Opcodes.INVOKESTATIC, LOOKUPS, "lookup", LOOKUP, false);
      method.visitInsn(Opcodes.AASTORE);
      method.visitInsn(Opcodes.DUP);
      method.visitInsn(Opcodes.ICONST_1);
      method.visitLdcInsn(reason);
      method.visitInsn(Opcodes.AASTORE);
      method.visitMethodInsn(
          Opcodes.INVOKEINTERFACE,
          FUNCTION,
          "apply",
          "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
          true);
      method.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/RuntimeException");
      method.visitInsn(Opcodes.ATHROW);
      method.visitMaxs(0, 0);
      mv = null; // whatever follows is the old body
    }

    @Override
    public void visitEnd() {
      method.visitEnd();
    }
  }
}
