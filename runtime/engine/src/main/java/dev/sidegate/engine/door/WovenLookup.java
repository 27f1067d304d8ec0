package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.EffectSpec;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.intent.Finding;
import dev.sidegate.engine.intent.Probe;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks by an application's {@code @Reconciles} method. It stands in the guarded class and is
 * reached through that class's own lookup, so it may be private. It is given what the intent has
 * stored, rebuilt by the application's own types: nobody's caller, and no caller's changed
 * argument.
 */
final class WovenLookup implements ProviderLookup {
  private final CallForms forms;
  private final DescribedMethod method;
  private final DescribedReconciler reconciler;
  private final MethodHandles.Lookup access;
  private final Supplier<Optional<Object>> target;

  /**
   * Puts it together.
   *
   * @param target the object that it runs on, if it is known by then
   */
  WovenLookup(
      CallForms forms,
      DescribedMethod method,
      DescribedReconciler reconciler,
      MethodHandles.Lookup access,
      Supplier<Optional<Object>> target) {
    this.forms = forms;
    this.method = method;
    this.reconciler = reconciler;
    this.access = access;
    this.target = target;
  }

  @Override
  public EffectSpec effect() {
    return method.effect();
  }

  @Override
  public String identity() {
    return reconciler.identity();
  }

  @Override
  public Optional<Duration> settleDelay() {
    return reconciler.settleDelay();
  }

  @Override
  public boolean ready() {
    try {
      return Modifier.isStatic(method().getModifiers()) || target.get().isPresent();
    } catch (ReflectiveOperationException | LinkageError other) {
      return false;
    }
  }

  @Override
  public @Nullable Finding ask(Probe probe) {
    List<@Nullable Object> given = new ArrayList<>();
    MethodHandle handle;
    try {
      Method found = method();
      if (!Modifier.isStatic(found.getModifiers())) {
        Optional<Object> object = target.get();
        if (object.isEmpty()) {
          return new Finding.Undetermined("there is no object any more to ask with");
        }
        given.add(object.get());
      }
      Object[] arguments = reconciler.takesArguments() ? rebuilt(probe) : new Object[0];
      for (int position : reconciler.takes()) {
        given.add(
            position == DescribedReconciler.QUERY
                ? EffectQueries.of(probe, effect(), loader())
                : arguments[position]);
      }
      handle = access.unreflect(found);
    } catch (InvalidCallException changed) {
      return new Finding.Undetermined(changed.getMessage());
    } catch (ReflectiveOperationException | LinkageError other) {
      return new Finding.Undetermined(
          "the method "
              + reconciler.method()
              + reconciler.descriptor()
              + " cannot be called; compile the class and its descriptor anew: "
              + other);
    }
    return Reconciliations.finding(
        inItsLoader(handle, given), effect(), result -> encoded(probe, result));
  }

  private Method method() throws ReflectiveOperationException {
    MethodType type = MethodType.fromMethodDescriptorString(reconciler.descriptor(), loader());
    return access.lookupClass().getDeclaredMethod(reconciler.method(), type.parameterArray());
  }

  private @Nullable ClassLoader loader() {
    return access.lookupClass().getClassLoader();
  }

  /** What changed on the way through the stored form would ask about another wish. */
  private @Nullable Object[] rebuilt(Probe probe) {
    if (method.perAttempt()) {
      throw new InvalidCallException(
          "the effect has @PerAttempt parameters, so its arguments cannot be rebuilt; let "
              + reconciler.method()
              + " take the EffectQuery alone",
          null);
    }
    Object tree = forms.arguments(probe.key(), probe.payload());
    try {
      Object[] arguments = method.descriptor().arguments(method.index(), tree);
      if (forms.isHashOf(
          probe.payload().hash(),
          () -> method.descriptor().payload(method.index(), arguments),
          method.schema())) {
        return arguments;
      }
    } catch (RuntimeException | StackOverflowError changed) {
      throw new InvalidCallException(
          "the stored arguments cannot be rebuilt by this version of the class", changed);
    }
    throw new InvalidCallException(
        "the stored arguments mean something else to this version of the class", null);
  }

  private byte @Nullable [] encoded(Probe probe, @Nullable Object result) {
    // Without the result itself, repeats are told that it is done, and given the receipt.
    return method.resultStored() && (result != null || method.returnsNothing())
        ? forms.seal(
            probe.key(),
            probe.payload().hash(),
            () -> method.descriptor().result(method.index(), result))
        : null;
  }

  /** The thread is the engine's; the application's code expects its own loader around it. */
  private @Nullable Object inItsLoader(MethodHandle handle, List<@Nullable Object> given) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader());
    try {
      return handle.invokeWithArguments(given);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable checked) {
      throw new UndeclaredThrowableException(checked);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
