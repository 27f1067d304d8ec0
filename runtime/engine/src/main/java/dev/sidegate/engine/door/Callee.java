package dev.sidegate.engine.door;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A woven method as it can be called again: exactly this one, not what overrides it, through its
 * class's own lookup.
 */
final class Callee {
  private static final Logger LOG = LoggerFactory.getLogger(Callee.class);

  private final MethodHandles.Lookup lookup;
  private final String name;
  private final String jvmDescriptor;
  private volatile @Nullable Resolved resolved;

  Callee(MethodHandles.Lookup lookup, String name, String jvmDescriptor) {
    this.lookup = lookup;
    this.name = name;
    this.jvmDescriptor = jvmDescriptor;
  }

  /** Whether it may be called again in its caller's thread: never while a monitor is held. */
  boolean repeatable() {
    Resolved found = resolved();
    return found.handle != null && !Modifier.isSynchronized(found.modifiers());
  }

  /** Whether it can be called at all. */
  boolean callable() {
    return resolved().handle != null;
  }

  boolean isStatic() {
    return Modifier.isStatic(resolved().modifiers());
  }

  /** The method, for reflection; empty if it cannot be found. */
  Optional<Method> method() {
    return Optional.ofNullable(resolved().method);
  }

  /** Calls it; throws what it throws. */
  @Nullable Object call(@Nullable Object target, @Nullable Object[] arguments) throws Throwable {
    MethodHandle handle = resolved().handle;
    if (handle == null) {
      throw new IllegalStateException(name + jvmDescriptor + " cannot be called");
    }
    return handle.invokeExact(target, arguments);
  }

  private Resolved resolved() {
    Resolved known = resolved;
    if (known == null) {
      known = resolve();
      resolved = known;
    }
    return known;
  }

  private Resolved resolve() {
    Class<?> owner = lookup.lookupClass();
    try {
      MethodType type =
          MethodType.fromMethodDescriptorString(jvmDescriptor, owner.getClassLoader());
      Method method = owner.getDeclaredMethod(name, type.parameterArray());
      boolean isStatic = Modifier.isStatic(method.getModifiers());
      MethodHandle direct =
          isStatic
              ? lookup.findStatic(owner, name, type)
              : lookup.findSpecial(owner, name, type, owner);
      MethodHandle spread = direct.asFixedArity().asSpreader(Object[].class, type.parameterCount());
      MethodHandle withTarget =
          isStatic ? MethodHandles.dropArguments(spread, 0, Object.class) : spread;
      return new Resolved(
          method,
          withTarget.asType(MethodType.methodType(Object.class, Object.class, Object[].class)));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError absent) {
      LOG.warn("{}.{} is called once per call of its caller: {}", owner.getName(), name, absent);
      return new Resolved(null, null);
    }
  }

  private record Resolved(@Nullable Method method, @Nullable MethodHandle handle) {
    int modifiers() {
      return method == null ? 0 : method.getModifiers();
    }
  }
}
