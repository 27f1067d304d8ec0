package dev.sidegate.engine.door;

import static java.lang.invoke.MethodType.methodType;

import dev.sidegate.engine.operation.FoundOperation;
import dev.sidegate.engine.operation.Outcomes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is told how queued wishes ended: the {@code dev.sidegate.CompletionListener}s that a guarded
 * class's own loader sees, and those that were registered by code. The former belong to the
 * application, so they are reached by reflection.
 */
public final class CompletionListeners implements Outcomes.Listening {
  private static final Logger LOG = LoggerFactory.getLogger(CompletionListeners.class);
  private static final String SERVICE = "dev.sidegate.CompletionListener";
  private static final String STATUS = "dev.sidegate.OperationStatus";
  private static final long PATIENCE_SECONDS = 30;

  private final KnownMethods methods;
  private final Function<FoundOperation, Map<String, @Nullable Object>> answers;
  private final ExecutorService threads;
  private final PerLoader<Found> services = new PerLoader<>(Found::of);
  private final List<Function<Map<String, @Nullable Object>, @Nullable Object>> registered =
      new CopyOnWriteArrayList<>();

  /** Runs listeners on these threads, each in bounded time. */
  public CompletionListeners(
      WovenCalls woven, OperationQuestions answers, ExecutorService threads) {
    this.methods = woven.methods();
    this.answers = answers::told;
    this.threads = threads;
  }

  /** Tells this one too, of all effects that are in use here. */
  void register(Function<Map<String, @Nullable Object>, @Nullable Object> listener) {
    registered.add(listener);
  }

  @Override
  public Set<String> effects() {
    Set<String> effects = new HashSet<>();
    for (KnownMethods.Known known : methods.all()) {
      if (!registered.isEmpty() || !services.of(known.access().lookupClass()).listeners.isEmpty()) {
        effects.add(known.method().effect().name());
      }
    }
    return effects;
  }

  @Override
  public void tell(FoundOperation outcome) throws Exception {
    Map<String, @Nullable Object> answer = answers.apply(outcome);
    for (Function<Map<String, @Nullable Object>, @Nullable Object> listener : registered) {
      bounded(
          () -> {
            if (listener.apply(answer) instanceof Throwable thrown) {
              throw Sneaky.unchecked(thrown);
            }
            return answer;
          });
    }
    Set<Found> told = new HashSet<>();
    for (KnownMethods.Known known : methods.ofEffect(outcome.key().effect())) {
      Found found = services.of(known.access().lookupClass());
      if (told.add(found)) {
        for (Object listener : found.listeners) {
          bounded(() -> found.tell(listener, answer));
        }
      }
    }
  }

  /** One that hangs keeps its thread, and nobody else. */
  private void bounded(Callable<?> telling) throws Exception {
    Future<?> running = threads.submit(telling);
    try {
      Object unused = running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException threw) {
      if (threw.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw threw;
    } catch (TimeoutException late) {
      running.cancel(true);
      throw new TimeoutException(
          "a CompletionListener did not return within " + PATIENCE_SECONDS + " s");
    }
  }

  /** The listeners of one loader. */
  private static final class Found {
    final List<Object> listeners;
    private final @Nullable Method completed;
    private final @Nullable MethodHandle status;

    private Found(
        List<Object> listeners, @Nullable Method completed, @Nullable MethodHandle status) {
      this.listeners = listeners;
      this.completed = completed;
      this.status = status;
    }

    static Found of(@Nullable ClassLoader loader) {
      try {
        Class<?> service = Class.forName(SERVICE, false, loader);
        Class<?> seen = Class.forName(STATUS, false, loader);
        List<Object> listeners = new ArrayList<>();
        ServiceLoader.load(service, loader).forEach(listeners::add);
        return new Found(
            listeners,
            service.getMethod("completed", seen),
            MethodHandles.publicLookup().findStatic(seen, "of", methodType(seen, Map.class)));
      } catch (ClassNotFoundException older) {
        return new Found(List.of(), null, null); // annotations without listeners
      } catch (ReflectiveOperationException | RuntimeException | Error bad) {
        LOG.warn("The registered CompletionListeners cannot be used: {}", bad.toString());
        return new Found(List.of(), null, null);
      }
    }

    Object tell(Object listener, Map<String, @Nullable Object> answer) throws Exception {
      if (completed == null || status == null) {
        throw new IllegalStateException("a listener without its interface");
      }
      try {
        Object unused = completed.invoke(listener, made(status, answer));
        return listener;
      } catch (InvocationTargetException threw) {
        if (threw.getCause() instanceof Exception cause) {
          throw cause;
        }
        throw threw;
      }
    }

    private static Object made(MethodHandle status, Map<String, @Nullable Object> answer)
        throws Exception {
      try {
        return status.invoke(answer);
      } catch (Exception | Error thrown) {
        throw thrown;
      } catch (Throwable impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
