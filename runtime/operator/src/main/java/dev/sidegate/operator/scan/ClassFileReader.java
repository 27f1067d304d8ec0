package dev.sidegate.operator.scan;

import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.KeyTemplateException;
import dev.sidegate.operator.scan.ScannedMethod.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Turns one class file into what the checks look at. */
final class ClassFileReader extends ClassVisitor {
  private static final int METHOD_REFERENCE = 10;
  private static final int STRING = 8;

  private final boolean whole;
  private final List<String> parents = new ArrayList<>();
  private final List<ScannedMethod> methods = new ArrayList<>();
  private String name = "";
  private @Nullable Integer protocol;

  private ClassFileReader(boolean whole) {
    super(Opcodes.ASM9);
    this.whole = whole;
  }

  /** Reads declarations only, and of the methods only those with annotations. */
  static ScannedClass declarations(String origin, byte[] file) {
    return read(origin, file, false);
  }

  /** Reads all methods, and what they call. */
  static ScannedClass whole(String origin, byte[] file) {
    return read(origin, file, true);
  }

  private static ScannedClass read(String origin, byte[] file, boolean whole) {
    ClassReader reader = new ClassReader(file);
    ClassFileReader result = new ClassFileReader(whole);
    int skip = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;
    reader.accept(result, whole ? skip : skip | ClassReader.SKIP_CODE);
    return new ScannedClass(
        origin,
        result.name,
        result.parents,
        result.methods,
        callsVerify(reader),
        result.protocol,
        isDescriptor(result.name) ? texts(reader) : Set.of());
  }

  @Override
  public void visit(
      int version,
      int access,
      String className,
      @Nullable String signature,
      @Nullable String superName,
      String[] interfaces) {
    name = className;
    if (superName != null) {
      parents.add(superName);
    }
    parents.addAll(Arrays.asList(interfaces));
  }

  @Override
  public @Nullable FieldVisitor visitField(
      int access,
      String field,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    if (isDescriptor(name) && field.equals("PROTOCOL") && value instanceof Integer number) {
      protocol = number;
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String method,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    return new Body(access, method, descriptor);
  }

  /** A call of it, or a reference to it, needs this entry in the constant pool. */
  private static boolean callsVerify(ClassReader reader) {
    if (reader.getClassName().equals("dev/sidegate/Sidegate")) {
      return false;
    }
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      if (item != 0 && reader.readByte(item - 1) == METHOD_REFERENCE) {
        int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
        if ("verify".equals(reader.readUTF8(nameAndType, buffer))
            && "dev/sidegate/Sidegate".equals(reader.readClass(item, buffer))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isDescriptor(String className) {
    return className.startsWith("Sidegate_", className.lastIndexOf('/') + 1);
  }

  private static Set<String> texts(ClassReader reader) {
    Set<String> texts = new HashSet<>();
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int item = reader.getItem(i);
      if (item != 0 && reader.readByte(item - 1) == STRING) {
        texts.add(reader.readUTF8(item, buffer));
      }
    }
    return texts;
  }

  /** One method. */
  private final class Body extends MethodVisitor {
    private final int access;
    private final String method;
    private final String descriptor;
    private final Set<String> annotations = new HashSet<>();
    private final Set<Call> calls = new HashSet<>();
    private @Nullable String effect;

    Body(int access, String method, String descriptor) {
      super(Opcodes.ASM9);
      this.access = access;
      this.method = method;
      this.descriptor = descriptor;
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
      annotations.add(type);
      return type.equals("Ldev/sidegate/SideEffect;") ? new EffectName(this) : null;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String called, String type, boolean inInterface) {
      if (called.equals(method)) {
        calls.add(new Call(opcode == Opcodes.INVOKESPECIAL, owner, type));
      }
    }

    @Override
    public void visitEnd() {
      if (whole || !annotations.isEmpty()) {
        methods.add(
            new ScannedMethod(
                access, method, descriptor, Set.copyOf(annotations), effect, Set.copyOf(calls)));
      }
    }
  }

  /** The name of the effect: said, or the literal at the key's beginning. */
  private static final class EffectName extends AnnotationVisitor {
    private final Body body;
    private String key = "";
    private String said = "";

    EffectName(Body body) {
      super(Opcodes.ASM9);
      this.body = body;
    }

    @Override
    public void visit(String property, Object value) {
      if (property.equals("key")) {
        key = value.toString();
      } else if (property.equals("effect")) {
        said = value.toString();
      }
    }

    @Override
    public void visitEnd() {
      body.effect = said.isEmpty() ? fromKey() : said;
    }

    private String fromKey() {
      try {
        return KeyTemplate.parse(key).effect().orElse("");
      } catch (KeyTemplateException unproven) {
        return "";
      }
    }
  }
}
