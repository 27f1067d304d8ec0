import dev.sidegate.EffectHeldException;
import dev.sidegate.Sidegate;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Asks for a guarded call wherever work can be handed to while a plan is made, and afterwards. It
 * has no database, so a call that is not held by the plan is unavailable.
 */
public class Planning {
  /** A place where work can be handed to. */
  interface Place {
    String run(Callable<String> work) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, Place> places = new LinkedHashMap<>();
    places.put("this thread", Callable::call);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    places.put("executor, submit", work -> pool.submit(work).get());
    places.put("executor, execute", work -> executed(pool, work));
    places.put("executor, invokeAll", work -> pool.invokeAll(List.of(work)).get(0).get());
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    places.put("scheduled", work -> timer.schedule(work, 1, TimeUnit.MILLISECONDS).get());
    places.put("scheduled, execute", work -> executed(timer, work));
    places.put("scheduled, periodic", work -> periodic(timer, work));
    places.put("common pool", work -> ForkJoinPool.commonPool().submit(work).get());
    ForkJoinPool own = new ForkJoinPool(2);
    places.put("fork-join, execute", work -> executed(own, work));
    places.put("fork-join, forked", work -> own.submit(new Forking(work)).get());
    places.put("parallel stream", work -> parallel(work));
    places.put("supplyAsync", work -> CompletableFuture.supplyAsync(() -> call(work)).get());
    places.put(
        "supplyAsync, pool", work -> CompletableFuture.supplyAsync(() -> call(work), pool).get());
    places.put("thenApply", Planning::later);
    places.put("thenCombineAsync", Planning::combined);
    places.put("exceptionally", Planning::afterFailure);
    places.put(
        "delayedExecutor",
        work ->
            executed(CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS), work));
    places.put("thread", work -> threaded(new FutureTask<>(work)));
    places.put("thread's own run", Planning::ofASubclass);
    places.put("thread in a thread", work -> threaded(inAThread(work)));
    if (Runtime.version().feature() >= 21) {
      places.put("virtual thread", Planning::virtual);
      places.put("virtual threads' executor", Planning::virtualExecutor);
    }

    for (Map.Entry<String, Place> place : places.entrySet()) {
      answer(place.getKey(), Sidegate.planning(() -> place.getValue().run(Planning::guarded)));
    }
    // What was started by a plan serves others now.
    for (Map.Entry<String, Place> place : places.entrySet()) {
      answer("afterwards, " + place.getKey(), place.getValue().run(Planning::guarded));
    }
    System.exit(0);
  }

  private static void answer(String place, String status) {
    System.out.println(place + ": " + status);
  }

  private static String guarded() {
    try {
      Sidegate.effect("mail").key("mail:{}", 1).payload(null).run(() -> System.out.println("SENT"));
      return "sent";
    } catch (EffectHeldException held) {
      return held.status().toString();
    }
  }

  private static String executed(Executor executor, Callable<String> work) throws Exception {
    FutureTask<String> answer = new FutureTask<>(work);
    CountDownLatch done = new CountDownLatch(1);
    String[] said = new String[1];
    executor.execute(
        () -> {
          said[0] = call(work);
          done.countDown();
        });
    done.await();
    return said[0];
  }

  private static String periodic(ScheduledExecutorService timer, Callable<String> work)
      throws Exception {
    CountDownLatch twice = new CountDownLatch(2);
    String[] said = {"", ""};
    var running =
        timer.scheduleAtFixedRate(
            () -> {
              said[(int) Math.max(0, 2 - twice.getCount())] = call(work);
              twice.countDown();
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    twice.await();
    running.cancel(false);
    return said[1];
  }

  private static final class Forking extends RecursiveTask<String> {
    private static final long serialVersionUID = 1L;
    private final transient Callable<String> work;

    Forking(Callable<String> work) {
      this.work = work;
    }

    @Override
    protected String compute() {
      RecursiveTask<String> child =
          new RecursiveTask<>() {
            @Override
            protected String compute() {
              return call(work);
            }
          };
      child.fork();
      return child.join();
    }
  }

  private static String parallel(Callable<String> work) {
    return List.of(1, 2, 3, 4, 5, 6, 7, 8).parallelStream()
        .map(i -> call(work))
        .distinct()
        .reduce((one, other) -> one + " and " + other)
        .orElseThrow();
  }

  private static String later(Callable<String> work) throws Exception {
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> then = first.thenApply(nothing -> call(work));
    SERVANT.execute(() -> first.complete("now"));
    return then.get();
  }

  private static String combined(Callable<String> work) throws Exception {
    CompletableFuture<String> one = new CompletableFuture<>();
    CompletableFuture<String> other = new CompletableFuture<>();
    CompletableFuture<String> then = one.thenCombineAsync(other, (a, b) -> call(work));
    SERVANT.execute(
        () -> {
          one.complete("1");
          other.complete("2");
        });
    return then.get();
  }

  private static String afterFailure(Callable<String> work) throws Exception {
    CompletableFuture<String> first = new CompletableFuture<>();
    CompletableFuture<String> then = first.exceptionally(failure -> call(work));
    SERVANT.execute(() -> first.completeExceptionally(new IllegalStateException()));
    return then.get();
  }

  /** Belongs to nobody: was started before any plan. */
  private static final ExecutorService SERVANT = Executors.newSingleThreadExecutor();

  private static String threaded(FutureTask<String> work) throws Exception {
    new Thread(work).start();
    return work.get();
  }

  private static FutureTask<String> inAThread(Callable<String> work) {
    return new FutureTask<>(() -> threaded(new FutureTask<>(work)));
  }

  private static String ofASubclass(Callable<String> work) throws Exception {
    String[] said = new String[1];
    Thread thread =
        new Thread() {
          @Override
          public void run() {
            said[0] = call(work);
          }
        };
    thread.start();
    thread.join();
    return said[0];
  }

  private static String virtual(Callable<String> work) throws Exception {
    FutureTask<String> answer = new FutureTask<>(work);
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    start.invoke(null, answer);
    return answer.get();
  }

  private static String virtualExecutor(Callable<String> work) throws Exception {
    Method make = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
    ExecutorService executor = (ExecutorService) make.invoke(null);
    try {
      return executor.submit(work).get();
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    } finally {
      executor.shutdown();
    }
  }

  private static String call(Callable<String> work) {
    try {
      return work.call();
    } catch (Exception failed) {
      return failed.toString();
    }
  }
}
