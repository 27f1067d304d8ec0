package dev.sidegate.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of a class file; the door of this JVM is shut. */
class GuardTransformerTest {
  private static final String NAME = ClassFiles.Guarded.class.getName();

  private final WeavingRecord record = new WeavingRecord((name, refused) -> {});
  private final GuardTransformer transformer = new GuardTransformer(record, () -> {});
  private final ClassLoader application = new ClassLoader() {};

  @Test
  void aClassWithoutGuardsIsLeftAlone() {
    assertThat(transformed(ClassFiles.of(ClassFiles.Free.class))).isNull();
  }

  @Test
  void aWovenBodyDoesNotRunWhileTheDoorIsShut() throws Exception {
    Class<?> woven = ClassFiles.define(NAME, transform(ClassFiles.of(ClassFiles.Guarded.class)));

    assertThatThrownBy(() -> pay(woven)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void whatIsWovenAlreadyIsNotWovenAgain() {
    byte[] once = transform(ClassFiles.of(ClassFiles.Guarded.class));

    assertThat(transform(once)).isEqualTo(once);
  }

  @Test
  void noMemberIsAdded() throws Exception {
    Class<?> woven = ClassFiles.define(NAME, transform(ClassFiles.of(ClassFiles.Guarded.class)));

    assertThat(woven.getDeclaredMethods()).hasSize(2);
    assertThat(woven.getDeclaredFields()).isEmpty();
    assertThat(woven.getDeclaredClasses()).isEmpty();
  }

  @Test
  void aClassFileThatCannotBeReadCannotBeDefined() {
    byte[] bytes = transform(ClassFiles.ofTheFuture(ClassFiles.Guarded.class));

    assertThatThrownBy(() -> ClassFiles.define(NAME, bytes))
        .isInstanceOf(NoClassDefFoundError.class)
        .hasMessageContaining("Sidegate refuses this class");
  }

  @Test
  void aGuardedMethodWithoutABodyMakesItsClassUndefinable() {
    byte[] bytes = transform(ClassFiles.of(ClassFiles.WithoutBody.class));

    assertThatThrownBy(() -> ClassFiles.define(ClassFiles.WithoutBody.class.getName(), bytes))
        .isInstanceOf(NoClassDefFoundError.class)
        .hasMessageContaining("no body to guard");
  }

  @Test
  void aProxyThatALibraryMadeOfAGuardedClassIsLeftAlone() {
    String guarded = NAME.replace('.', '/');

    assertThat(transformed(renamed(guarded + "$$SpringCGLIB$$0", guarded))).isNull();
  }

  @Test
  void aClassOfTheApplicationWithDollarsInItsNameIsWoven() {
    assertThat(transformed(renamed("com/acme/Tool$$anon", "java/lang/Object"))).isNotNull();
  }

  @Test
  void theThrowingBodyReplacesTheOldOne() throws Exception {
    byte[] bytes =
        RefusedBodies.in(
            ClassFiles.of(ClassFiles.Guarded.class),
            Map.of("pay(Ljava/lang/String;)Ljava/lang/String;", "because"));
    Class<?> refused = ClassFiles.define(NAME, bytes);

    assertThatThrownBy(() -> pay(refused)).isInstanceOf(NullPointerException.class);
    open((question, with) -> new IllegalStateException(question + " " + with[1]));
    try {
      assertThatThrownBy(() -> pay(refused)).hasMessage("refused because");
    } finally {
      open(null);
    }
  }

  @Test
  void theRecordKnowsEachLoadersClassesApart() throws Exception {
    Class<?> woven = ClassFiles.define(NAME, ClassFiles.of(ClassFiles.Guarded.class));
    assertThat(record.refusals(woven)).isNull();

    transformer.transform(
        woven.getClassLoader(), null, null, null, ClassFiles.of(ClassFiles.Guarded.class));

    assertThat(record.refusals(woven)).isEqualTo(List.of());
    assertThat(record.refusals(ClassFiles.Guarded.class)).isNull();
  }

  private static void open(@Nullable BiFunction<String, Object[], Object> door)
      throws ReflectiveOperationException {
    Class.forName("java.lang.SidegateDoor").getField("door").set(null, door);
  }

  private byte[] transform(byte[] file) {
    return Objects.requireNonNull(transformed(file));
  }

  private byte @Nullable [] transformed(byte[] file) {
    return transformer.transform(application, NAME.replace('.', '/'), null, null, file);
  }

  private static byte[] renamed(String name, String superName) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(ClassFiles.of(ClassFiles.Guarded.class))
        .accept(
            new ClassRemapper(
                writer,
                new Remapper(net.bytebuddy.jar.asm.Opcodes.ASM9) {
                  @Override
                  public String map(String type) {
                    return type.equals(NAME.replace('.', '/'))
                        ? name
                        : type.equals("java/lang/Object") ? superName : type;
                  }
                }),
            0);
    return writer.toByteArray();
  }

  private static void pay(Class<?> guarded) throws Throwable {
    Method pay = guarded.getDeclaredMethod("pay", String.class);
    pay.setAccessible(true);
    var constructor = guarded.getDeclaredConstructor();
    constructor.setAccessible(true);
    try {
      pay.invoke(constructor.newInstance(), "a");
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
