package dev.sidegate.engine.door;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The generated class that knows a guarded class's arguments and results. Reached through the
 * guarded class's own lookup, so that nothing of it is public and no module has to be opened.
 */
final class Descriptor {
  private static final int PROTOCOL = 1;

  private final MethodHandle holes;
  private final MethodHandle payload;
  private final MethodHandle arguments;
  private final MethodHandle result;
  private final MethodHandle fromResult;
  private final Map<String, DescribedMethod> methods = new HashMap<>();

  private Descriptor(MethodHandles.Lookup lookup, Class<?> generated)
      throws ReflectiveOperationException {
    this.holes =
        lookup.findStatic(
            generated, "holes", methodType(Object[].class, int.class, int.class, Object[].class));
    this.payload =
        lookup.findStatic(
            generated, "payload", methodType(Object.class, int.class, Object[].class));
    this.arguments =
        lookup.findStatic(
            generated, "arguments", methodType(Object[].class, int.class, Object.class));
    this.result =
        lookup.findStatic(generated, "result", methodType(Object.class, int.class, Object.class));
    this.fromResult =
        lookup.findStatic(
            generated, "fromResult", methodType(Object.class, int.class, Object.class));
  }

  /**
   * Finds a guarded class's descriptor.
   *
   * @throws DescriptorException if there is none, or it speaks another protocol
   */
  static Descriptor of(MethodHandles.Lookup lookup, ProviderContracts contracts) {
    String guarded = lookup.lookupClass().getName();
    try {
      Class<?> generated = lookup.findClass(DescriptorName.of(guarded));
      int protocol = (int) lookup.findStaticGetter(generated, "PROTOCOL", int.class).invoke();
      if (protocol > PROTOCOL) {
        throw new DescriptorException(
            "the descriptor of "
                + guarded
                + " speaks protocol "
                + protocol
                + ", this engine only "
                + PROTOCOL
                + "; upgrade sidegate-agent.jar",
            null);
      }
      Descriptor descriptor = new Descriptor(lookup, generated);
      descriptor.read(lookup, generated, contracts);
      return descriptor;
    } catch (ClassNotFoundException absent) {
      throw new DescriptorException(
          guarded
              + " has no descriptor: sidegate-processor did not run when it was compiled. Put it on"
              + " the annotation processor path (from JDK 23 on the class path alone is not"
              + " enough)",
          absent);
    } catch (DescriptorException known) {
      throw known;
    } catch (Throwable broken) {
      throw new DescriptorException(
          "the descriptor of " + guarded + " cannot be used; compile the class anew: " + broken,
          broken);
    }
  }

  private void read(MethodHandles.Lookup lookup, Class<?> generated, ProviderContracts contracts)
      throws Throwable {
    Object[] described =
        (Object[])
            lookup
                .findStatic(generated, "methods", methodType(Map[].class))
                .asType(methodType(Object.class))
                .invoke();
    for (int i = 0; i < described.length; i++) {
      DescribedMethod method =
          DescribedMethod.of(this, i, lookup, (Map<?, ?>) described[i], contracts);
      methods.put(method.signature(), method);
    }
  }

  /**
   * The description of a guarded method.
   *
   * @throws DescriptorException if the descriptor is older than the class
   */
  DescribedMethod method(String name, String jvmDescriptor) {
    DescribedMethod method = methods.get(name + jvmDescriptor);
    if (method == null) {
      throw new DescriptorException(
          "the descriptor does not know "
              + name
              + jvmDescriptor
              + "; it is older than the class, compile both anew",
          null);
    }
    return method;
  }

  /** The descriptions of all guarded methods. */
  Collection<DescribedMethod> methods() {
    return methods.values();
  }

  @Nullable Object[] holes(int method, int template, @Nullable Object[] arguments) {
    try {
      return (Object[]) holes.invokeExact(method, template, arguments);
    } catch (Throwable thrown) {
      throw rethrow(thrown);
    }
  }

  @Nullable Object payload(int method, @Nullable Object[] arguments) {
    try {
      return payload.invokeExact(method, arguments);
    } catch (Throwable thrown) {
      throw rethrow(thrown);
    }
  }

  /** The arguments of a payload's tree; throws if they cannot be rebuilt. */
  @Nullable Object[] arguments(int method, @Nullable Object tree) {
    try {
      return (Object[]) arguments.invokeExact(method, tree);
    } catch (Throwable thrown) {
      throw rethrow(thrown);
    }
  }

  @Nullable Object result(int method, @Nullable Object value) {
    try {
      return result.invokeExact(method, value);
    } catch (Throwable thrown) {
      throw rethrow(thrown);
    }
  }

  @Nullable Object fromResult(int method, @Nullable Object tree) {
    try {
      return fromResult.invokeExact(method, tree);
    } catch (Throwable thrown) {
      throw rethrow(thrown);
    }
  }

  /** Getters and constructors of the application run in there, and may throw anything. */
  private static RuntimeException rethrow(Throwable thrown) {
    if (thrown instanceof RuntimeException unchecked) {
      return unchecked;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(thrown);
  }
}
