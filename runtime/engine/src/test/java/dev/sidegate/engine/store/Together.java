package dev.sidegate.engine.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Many callers that begin at the same moment, each in its own thread. */
final class Together {
  private Together() {}

  /** Each caller's answer, in order. */
  static <A> List<A> call(int callers, IntFunction<A> question) {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      CountDownLatch start = new CountDownLatch(1);
      List<Future<A>> answers = new ArrayList<>();
      for (int caller = 0; caller < callers; caller++) {
        int number = caller;
        answers.add(
            threads.submit(
                () -> {
                  start.await();
                  return question.apply(number);
                }));
      }
      start.countDown();
      List<A> all = new ArrayList<>();
      for (Future<A> answer : answers) {
        all.add(answer.get(60, TimeUnit.SECONDS));
      }
      return all;
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    } finally {
      threads.shutdownNow();
    }
  }
}
