package dev.sidegate.agent.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * What a class file says about its guarded methods.
 *
 * @param name the binary name, with dots
 * @param generatedSubclass whether it is a proxy that a library made of another class: its methods
 *     end in the guarded ones of that class, and a copy of the annotation must not guard twice
 * @param methods the methods that carry the annotation, without bridges
 */
record GuardedClass(String name, boolean generatedSubclass, List<Method> methods) {

  /**
   * As class files write it. Never resolved: where the type is absent, the JVM drops it silently.
   */
  static final String ANNOTATION = "Ldev/sidegate/SideEffect;";

  static final String DOOR = "java/lang/SidegateDoor";

  /**
   * One method that carries the annotation.
   *
   * @param hasBody false for abstract and native ones
   * @param woven whether its code goes through the door already
   */
  record Method(String name, String descriptor, boolean hasBody, boolean woven) {

    private static final Set<String> REACTIVE =
        Set.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow$Publisher",
            "java.util.concurrent.Future",
            "reactor.core.publisher.Mono",
            "reactor.core.publisher.Flux",
            "reactor.core.publisher.ParallelFlux",
            "io.smallrye.mutiny.Uni",
            "io.smallrye.mutiny.Multi",
            "io.reactivex.Single",
            "io.reactivex.Maybe",
            "io.reactivex.Completable",
            "io.reactivex.Observable",
            "io.reactivex.Flowable",
            "io.reactivex.rxjava3.core.Single",
            "io.reactivex.rxjava3.core.Maybe",
            "io.reactivex.rxjava3.core.Completable",
            "io.reactivex.rxjava3.core.Observable",
            "io.reactivex.rxjava3.core.Flowable",
            "io.vertx.core.Future",
            "kotlinx.coroutines.Deferred",
            "kotlinx.coroutines.Job",
            "kotlinx.coroutines.flow.Flow",
            "com.google.common.util.concurrent.ListenableFuture",
            "scala.concurrent.Future");

    /** Why this method cannot be guarded, or null if it can. */
    @Nullable String obstacle() {
      Type[] parameters = Type.getArgumentTypes(descriptor);
      if (parameters.length > 0
          && parameters[parameters.length - 1]
              .getInternalName()
              .equals("kotlin/coroutines/Continuation")) {
        return "a suspend function enters its body once for every resumption. Guard a plain function"
            + " that it calls";
      }
      String returned = Type.getReturnType(descriptor).getClassName();
      if (REACTIVE.contains(returned)) {
        return String.format(
            Locale.ROOT,
            "it returns %s, whose effect happens after the method has returned. Return the value,"
                + " or CompletionStage or CompletableFuture by exactly these types",
            returned);
      }
      return null;
    }

    String signature() {
      StringBuilder text = new StringBuilder(name).append('(');
      for (Type parameter : Type.getArgumentTypes(descriptor)) {
        if (text.charAt(text.length() - 1) != '(') {
          text.append(", ");
        }
        text.append(parameter.getClassName());
      }
      return text.append(')').toString();
    }
  }

  static GuardedClass read(byte[] file) {
    Reading reading = new Reading();
    OpenedClassReader.of(file).accept(reading, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new GuardedClass(
        reading.name.replace('/', '.'),
        reading.name.startsWith(reading.superName + "$$"),
        List.copyOf(reading.methods));
  }

  private static final class Reading extends ClassVisitor {
    private String name = "";
    private String superName = "";
    private final List<Method> methods = new ArrayList<>();

    Reading() {
      super(OpenedClassReader.ASM_API);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      this.name = name;
      this.superName = superName == null ? "" : superName;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if ((access & Opcodes.ACC_BRIDGE) != 0) {
        return null; // javac copies the annotation to the bridge, which calls the real one
      }
      boolean hasBody = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
      return new MethodVisitor(OpenedClassReader.ASM_API) {
        private boolean annotated;
        private boolean woven;

        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
          annotated |= annotation.equals(ANNOTATION);
          return null;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          woven |= owner.equals(DOOR);
        }

        @Override
        public void visitEnd() {
          if (annotated) {
            methods.add(new Method(name, descriptor, hasBody, woven));
          }
        }
      };
    }
  }
}
