package dev.sidegate.agent.carry;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that runs with what its giver knew. Made in place of what was given, which nobody compares:
 * functions of stages, and plain tasks of executors.
 */
abstract class CarriedWork {
  private final Contexts contexts;
  private final Carried carried;

  private CarriedWork(Contexts contexts, Carried carried) {
    this.contexts = contexts;
    this.carried = carried;
  }

  Handed handed() {
    return carried.handed();
  }

  /**
   * The same work, with the context.
   *
   * @param method the method of {@code CompletableFuture} that takes it, and so its kind
   */
  @SuppressWarnings("unchecked")
  static CarriedWork ofStage(String method, Object work, Contexts contexts, Carried carried) {
    return switch (method) {
      case "asyncSupplyStage" -> new Supply((Supplier<Object>) work, contexts, carried);
      case "uniAcceptStage", "orAcceptStage" ->
          new TakingOne((Consumer<Object>) work, contexts, carried);
      case "biAcceptStage", "uniWhenCompleteStage" ->
          new TakingTwo((BiConsumer<Object, Object>) work, contexts, carried);
      case "biApplyStage", "uniHandleStage" ->
          new OfTwo((BiFunction<Object, Object, Object>) work, contexts, carried);
      case "asyncRunStage", "uniRunStage", "biRunStage", "orRunStage" ->
          new Task((Runnable) work, contexts, carried);
      default -> new OfOne((Function<Object, Object>) work, contexts, carried);
    };
  }

  static Runnable ofTask(Runnable task, Contexts contexts, Carried carried) {
    return new Task(task, contexts, carried);
  }

  final <T extends @Nullable Object> T inside(Supplier<T> work) {
    carried.handed().begin();
    Object before = contexts.enter(carried.context());
    try {
      return work.get();
    } finally {
      contexts.exit(before);
      carried.handed().end(true);
    }
  }

  private static final class Task extends CarriedWork implements Runnable {
    private final Runnable task;

    Task(Runnable task, Contexts contexts, Carried carried) {
      super(contexts, carried);
      this.task = task;
    }

    @Override
    public void run() {
      inside(
          () -> {
            task.run();
            return null;
          });
    }

    @Override
    public String toString() {
      return task.toString();
    }
  }

  private static final class OfOne extends CarriedWork implements Function<Object, Object> {
    private final Function<Object, Object> function;

    OfOne(Function<Object, Object> function, Contexts contexts, Carried carried) {
      super(contexts, carried);
      this.function = function;
    }

    @Override
    public Object apply(Object value) {
      return inside(() -> function.apply(value));
    }
  }

  private static final class OfTwo extends CarriedWork
      implements BiFunction<Object, Object, Object> {
    private final BiFunction<Object, Object, Object> function;

    OfTwo(BiFunction<Object, Object, Object> function, Contexts contexts, Carried carried) {
      super(contexts, carried);
      this.function = function;
    }

    @Override
    public Object apply(Object one, Object other) {
      return inside(() -> function.apply(one, other));
    }
  }

  private static final class TakingOne extends CarriedWork implements Consumer<Object> {
    private final Consumer<Object> consumer;

    TakingOne(Consumer<Object> consumer, Contexts contexts, Carried carried) {
      super(contexts, carried);
      this.consumer = consumer;
    }

    @Override
    public void accept(Object value) {
      inside(
          () -> {
            consumer.accept(value);
            return null;
          });
    }
  }

  private static final class TakingTwo extends CarriedWork implements BiConsumer<Object, Object> {
    private final BiConsumer<Object, Object> consumer;

    TakingTwo(BiConsumer<Object, Object> consumer, Contexts contexts, Carried carried) {
      super(contexts, carried);
      this.consumer = consumer;
    }

    @Override
    public void accept(Object one, Object other) {
      inside(
          () -> {
            consumer.accept(one, other);
            return null;
          });
    }
  }

  private static final class Supply extends CarriedWork implements Supplier<Object> {
    private final Supplier<Object> supplier;

    Supply(Supplier<Object> supplier, Contexts contexts, Carried carried) {
      super(contexts, carried);
      this.supplier = supplier;
    }

    @Override
    public Object get() {
      return inside(supplier);
    }
  }
}
