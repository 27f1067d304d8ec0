package dev.sidegate.agent.carry;

import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import dev.sidegate.agent.weave.ClassPart;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;

/** Where the JDK takes work for another thread, by the names that Java 17 to 25 have. */
public final class CarriedClasses {
  private static final String CONCURRENT = "java.util.concurrent.";
  private static final String EXECUTOR = CONCURRENT + "Executor";

  /** All of them. */
  public static final List<ClassPart> ALL =
      List.of(
          ClassPart.of("java.lang.Thread", ThreadStartAdvice.class, starts()),
          ClassPart.of(
              "java.lang.VirtualThread",
              ThreadStartAdvice.class,
              named("start").and(takesArguments(1))), // the other one calls it
          ClassPart.of(
              CONCURRENT + "ThreadPoolExecutor",
              TaskAdvice.class,
              named("execute").and(takesArguments(1))),
          ClassPart.of(
              CONCURRENT + "ThreadPoolExecutor", WorkerStartAdvice.class, named("addWorker")),
          ClassPart.of(
              CONCURRENT + "ScheduledThreadPoolExecutor",
              LaterAdvice.class,
              named("delayedExecute")),
          ClassPart.of(
              CONCURRENT + "FutureTask",
              RunAdvice.class,
              namedOneOf("run", "runAndReset").and(takesNoArguments())),
          ClassPart.of(
              CONCURRENT + "ForkJoinPool",
              PooledAdvice.class,
              namedOneOf("externalSubmit", "scheduleDelayedTask").and(takesArguments(1))),
          ClassPart.ofSome(
              CONCURRENT + "ForkJoinPool",
              PooledSecondAdvice.class,
              named("poolSubmit").and(takesArguments(2))),
          ClassPart.of(CONCURRENT + "ForkJoinTask", ForkAdvice.class, named("fork")),
          ClassPart.of(CONCURRENT + "ForkJoinTask", RunAdvice.class, named("doExec")),
          ClassPart.of(
              CONCURRENT + "CompletableFuture",
              StageAdvice.class,
              nameEndsWith("Stage").and(takesArguments(2)).and(takesArgument(0, named(EXECUTOR)))),
          ClassPart.of(
              CONCURRENT + "CompletableFuture",
              StageOfTwoAdvice.class,
              nameEndsWith("Stage").and(takesArguments(3)).and(takesArgument(0, named(EXECUTOR)))),
          ClassPart.of("java.util.Timer", TimerAdvice.class, named("sched")),
          ClassPart.of("sun.nio.ch.EPollSelectorImpl", WakeupAdvice.class, wakeup()),
          ClassPart.of("sun.nio.ch.KQueueSelectorImpl", WakeupAdvice.class, wakeup()),
          ClassPart.of("sun.nio.ch.WEPollSelectorImpl", WakeupAdvice.class, wakeup()),
          ClassPart.of("sun.nio.ch.PollSelectorImpl", WakeupAdvice.class, wakeup()));

  private CarriedClasses() {}

  private static ElementMatcher.Junction<MethodDescription> starts() {
    return named("start").and(not(isNative())).and(takesArguments(0).or(takesArguments(1)));
  }

  private static ElementMatcher.Junction<MethodDescription> wakeup() {
    return named("wakeup").and(takesNoArguments());
  }
}
