package dev.sidegate.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Advice is inlined into classes of any loader, the JDK's too, so it may name nothing that those do
 * not see; and it may suppress nothing (law 1).
 */
class AdviceLinterTest {
  private static final Path CLASSES = Path.of("target/classes");

  @Test
  void adviceNamesOnlyTheJdkAndTheDoor() throws IOException {
    for (Path advice : advices()) {
      assertThat(Reading.of(advice).foreign).as(advice.toString()).isEmpty();
    }
  }

  @Test
  void adviceSuppressesNothing() throws IOException {
    for (Path advice : advices()) {
      assertThat(Reading.of(advice).suppressed).as(advice.toString()).isEmpty();
    }
  }

  @Test
  void everyAdviceIsLookedAt() throws IOException {
    assertThat(advices()).hasSizeGreaterThanOrEqualTo(5);
    for (Path advice : advices()) {
      assertThat(Reading.of(advice).instructions).as(advice.toString()).isPositive();
    }
  }

  private static List<Path> advices() throws IOException {
    try (Stream<Path> files = Files.walk(CLASSES)) {
      return files.filter(file -> file.toString().endsWith("Advice.class")).toList();
    }
  }

  private static final class Reading extends ClassVisitor {
    private final List<String> foreign = new ArrayList<>();
    private final List<String> suppressed = new ArrayList<>();
    private int instructions;

    Reading() {
      super(Opcodes.ASM9);
    }

    static Reading of(Path file) throws IOException {
      Reading reading = new Reading();
      new ClassReader(Files.readAllBytes(file)).accept(reading, 0);
      return reading;
    }

    private void name(String type) {
      instructions++;
      String element = type.replaceFirst("^\\[+L?", "");
      if (!element.startsWith("java/") && element.length() > 1) {
        foreign.add(type);
      }
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if (name.equals("<init>")) {
        return null;
      }
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
          return new AnnotationVisitor(Opcodes.ASM9) {
            @Override
            public void visit(String member, Object value) {
              if (member.equals("suppress")) {
                suppressed.add(name + " suppresses " + value);
              }
            }
          };
        }

        @Override
        public void visitMethodInsn(int op, String owner, String m, String d, boolean itf) {
          name(owner);
        }

        @Override
        public void visitFieldInsn(int op, String owner, String f, String d) {
          name(owner);
        }

        @Override
        public void visitTypeInsn(int op, String type) {
          name(type);
        }

        @Override
        public void visitTryCatchBlock(
            Label start, Label end, Label handler, @Nullable String type) {
          suppressed.add(name + " catches " + type);
        }

        @Override
        public void visitInvokeDynamicInsn(String m, String d, Handle h, Object... arguments) {
          foreign.add("invokedynamic " + m);
        }
      };
    }
  }
}
