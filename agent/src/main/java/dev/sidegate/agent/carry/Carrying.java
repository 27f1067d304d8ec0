package dev.sidegate.agent.carry;

import dev.sidegate.engine.gate.CarriedContext;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of woven executors, futures and threads. Where the asking thread knows
 * nothing, every answer is "as it is".
 *
 * <p>Tasks whose identity the application holds, which are run once, are remembered by identity;
 * all other work is wrapped. A thread takes up its context with the first question that it asks.
 */
public final class Carrying {
  /**
   * Threads that run other people's work for their whole life: what one task knows is not theirs.
   */
  private static final Set<String> WORKERS =
      Set.of(
          "io.netty.util.concurrent.FastThreadLocalThread",
          "org.apache.tomcat.util.threads.TaskThread",
          "org.jboss.threads.JBossThread",
          "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker",
          "org.apache.kafka.common.utils.KafkaThread");

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private final Contexts contexts;
  private final Untied untied;
  private final @Nullable Object virtualThreads;
  private final WeakIdentities<Object, Carried> tasks = new WeakIdentities<>();
  private final WeakIdentities<Thread, CarriedContext> started = new WeakIdentities<>();

  @SuppressWarnings("ThreadLocalUsage") // one per engine
  private final ThreadLocal<Boolean> paused = new ThreadLocal<>();

  /**
   * Carries what the engine knows.
   *
   * @param engine the engine's end of the door
   * @param virtualThreads the pool that virtual threads run on; null if there is none
   */
  public Carrying(
      BiFunction<String, @Nullable Object[], @Nullable Object> engine,
      @Nullable Object virtualThreads) {
    this.contexts = new Contexts(engine);
    this.untied = new Untied(engine);
    this.virtualThreads = virtualThreads;
  }

  /** The answer to a question whose name begins with {@code carry.}. */
  public @Nullable Object answer(String question, @Nullable Object[] with) {
    Object subject = with[0];
    if (subject == null) {
      return null;
    }
    return switch (question) {
      case "carry.task" -> task(subject);
      case "carry.stage" -> stage(subject, String.valueOf(with[1]));
      case "carry.staged" -> staged(subject, with[1]);
      case "carry.later" -> later(subject);
      case "carry.pooled" -> with[1] == virtualThreads ? null : later(subject);
      case "carry.begin" -> begin(subject);
      case "carry.end" -> end((Run) subject);
      case "carry.start" -> start((Thread) subject);
      case "carry.pause" -> pause();
      case "carry.resume" -> resume();
      case "carry.untied" -> untied.refusal(String.valueOf(subject));
      default -> throw new IllegalArgumentException(question);
    };
  }

  /** A thread that was started with a context takes it up; to be called before its questions. */
  public void takeUp() {
    if (!started.isEmpty()) {
      CarriedContext context = started.remove(Thread.currentThread());
      if (context != null) {
        contexts.enter(context);
      }
    }
  }

  private Object task(Object task) {
    if (task instanceof CompletableFuture.AsynchronousCompletionTask) {
      return task; // its function is carried
    }
    if (task instanceof FutureTask) {
      later(task);
      return task;
    }
    CarriedContext context = capture(task);
    if (context == null) {
      return task;
    }
    if (task instanceof Comparable) { // its executor may put it in order among others
      untied.refuse("a comparable task given to an executor");
      return task;
    }
    Handed handed = new Handed(task);
    Object wrapped = CarriedWork.ofTask((Runnable) task, contexts, new Carried(context, handed));
    handed.endsWith(wrapped);
    context.handedOver(handed);
    return wrapped;
  }

  private Object stage(Object function, String method) {
    CarriedContext context = capture(function);
    if (context == null) {
      return function;
    }
    Handed handed = new Handed(function);
    CarriedWork wrapped =
        CarriedWork.ofStage(method, function, contexts, new Carried(context, handed));
    handed.endsWith(wrapped);
    context.handedOver(handed);
    return wrapped;
  }

  /** A function whose stage has completed without it is never called. */
  private static @Nullable Object staged(Object function, @Nullable Object stage) {
    if (function instanceof CarriedWork work && stage != null) {
      work.handed().endsWith(stage);
    }
    return null;
  }

  private @Nullable Object later(Object task) {
    if (task instanceof CompletableFuture.AsynchronousCompletionTask) {
      return null;
    }
    CarriedContext context = capture(task);
    if (context == null) {
      return null;
    }
    if (task instanceof RunnableScheduledFuture && !(task instanceof FutureTask)) {
      untied.refuse("a scheduled task of a kind that is not known");
      return null;
    }
    Handed handed = new Handed(task);
    tasks.put(task, new Carried(context, handed));
    context.handedOver(handed);
    return null;
  }

  private @Nullable Run begin(Object task) {
    if (tasks.isEmpty()) {
      return null;
    }
    boolean last = !(task instanceof ScheduledFuture); // that one may run again
    Carried carried = last ? tasks.remove(task) : tasks.get(task);
    if (carried == null) {
      return null;
    }
    carried.handed().begin();
    return new Run(carried.handed(), contexts.enter(carried.context()), last);
  }

  private @Nullable Object end(Run run) {
    contexts.exit(run.before());
    run.handed().end(run.last());
    return null;
  }

  private @Nullable Object start(Thread thread) {
    CarriedContext context = capture(thread);
    if (context == null || isOfTheJdk(thread)) {
      return null;
    }
    if (WORKERS.contains(thread.getClass().getName())) {
      untied.refuse("a worker thread of " + thread.getClass().getName());
      return null;
    }
    context.handedOver(new Handed(thread));
    started.put(thread, context);
    return null;
  }

  /** Cleaners, selectors, timers and workers of pools: what one task knows is not theirs. */
  private static boolean isOfTheJdk(Thread thread) {
    Class<?> type = thread.getClass();
    if (type == Thread.class || type.getName().contains("VirtualThread")) {
      return false;
    }
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == PLATFORM || thread instanceof ForkJoinWorkerThread;
  }

  private @Nullable Object pause() {
    if (paused.get() != null || contexts.capture() == null) {
      return null;
    }
    paused.set(Boolean.TRUE);
    return true;
  }

  private @Nullable Object resume() {
    paused.remove();
    return null;
  }

  private @Nullable CarriedContext capture(Object work) {
    CarriedContext context = contexts.capture();
    if (context == null || work.getClass().getClassLoader() == Carrying.class.getClassLoader()) {
      return null;
    }
    if (paused.get() != null) {
      return null;
    }
    paused.remove(); // asking leaves an entry behind
    return context.attempt() == null || Origin.ofThisCall() == Origin.APPLICATION ? context : null;
  }

  /** The pool that virtual threads run on, where this JDK has one. */
  public static @Nullable Object schedulerOfVirtualThreads() {
    return VirtualThreadScheduler.find(ForkJoinPool.class);
  }

  private record Run(Handed handed, @Nullable Object before, boolean last) {}
}
