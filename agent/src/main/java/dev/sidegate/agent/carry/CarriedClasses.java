package dev.sidegate.agent.carry;

import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import dev.sidegate.agent.weave.JdkPart;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;

/** Where the JDK takes work for another thread, by the names that Java 17 to 25 have. */
public final class CarriedClasses {
  private static final String CONCURRENT = "java.util.concurrent.";
  private static final String EXECUTOR = CONCURRENT + "Executor";

  /** All of them. */
  public static final List<JdkPart> ALL =
      List.of(
          JdkPart.of("java.lang.Thread", ThreadStartAdvice.class, starts()),
          JdkPart.of(
              "java.lang.VirtualThread",
              ThreadStartAdvice.class,
              named("start").and(takesArguments(1))), // the other one calls it
          JdkPart.of(
              CONCURRENT + "ThreadPoolExecutor",
              TaskAdvice.class,
              named("execute").and(takesArguments(1))),
          JdkPart.of(
              CONCURRENT + "ThreadPoolExecutor", WorkerStartAdvice.class, named("addWorker")),
          JdkPart.of(
              CONCURRENT + "ScheduledThreadPoolExecutor",
              LaterAdvice.class,
              named("delayedExecute")),
          JdkPart.of(
              CONCURRENT + "FutureTask",
              RunAdvice.class,
              namedOneOf("run", "runAndReset").and(takesNoArguments())),
          JdkPart.of(
              CONCURRENT + "ForkJoinPool",
              PooledAdvice.class,
              namedOneOf("externalSubmit", "scheduleDelayedTask").and(takesArguments(1))),
          JdkPart.ofSome(
              CONCURRENT + "ForkJoinPool",
              PooledSecondAdvice.class,
              named("poolSubmit").and(takesArguments(2))),
          JdkPart.of(CONCURRENT + "ForkJoinTask", ForkAdvice.class, named("fork")),
          JdkPart.of(CONCURRENT + "ForkJoinTask", RunAdvice.class, named("doExec")),
          JdkPart.of(
              CONCURRENT + "CompletableFuture",
              StageAdvice.class,
              nameEndsWith("Stage").and(takesArguments(2)).and(takesArgument(0, named(EXECUTOR)))),
          JdkPart.of(
              CONCURRENT + "CompletableFuture",
              StageOfTwoAdvice.class,
              nameEndsWith("Stage").and(takesArguments(3)).and(takesArgument(0, named(EXECUTOR)))),
          JdkPart.of("java.util.Timer", TimerAdvice.class, named("sched")),
          JdkPart.of("sun.nio.ch.EPollSelectorImpl", WakeupAdvice.class, wakeup()),
          JdkPart.of("sun.nio.ch.KQueueSelectorImpl", WakeupAdvice.class, wakeup()),
          JdkPart.of("sun.nio.ch.WEPollSelectorImpl", WakeupAdvice.class, wakeup()),
          JdkPart.of("sun.nio.ch.PollSelectorImpl", WakeupAdvice.class, wakeup()));

  private CarriedClasses() {}

  private static ElementMatcher.Junction<MethodDescription> starts() {
    return named("start").and(not(isNative())).and(takesArguments(0).or(takesArguments(1)));
  }

  private static ElementMatcher.Junction<MethodDescription> wakeup() {
    return named("wakeup").and(takesNoArguments());
  }
}
