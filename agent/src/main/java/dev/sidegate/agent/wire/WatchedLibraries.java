package dev.sidegate.agent.wire;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.sidegate.agent.weave.ClassPart;
import java.util.List;

/** Clients that applications bring themselves, by the names of OkHttp 3.14 to 5, Apache 5. */
public final class WatchedLibraries {
  private static final String OKHTTP = "okhttp3.internal.";
  private static final String APACHE = "org.apache.hc.client5.http.impl.classic.";
  private static final String APACHE_CORE = "org.apache.hc.core5.http.impl.io.";

  /** All of them. */
  public static final List<ClassPart> ALL =
      List.of(
          ClassPart.of(
              OKHTTP + "http.RetryAndFollowUpInterceptor",
              ClientCallAdvice.class,
              named("intercept").and(takesArguments(1))),
          ClassPart.of(
              OKHTTP + "connection.Exchange",
              SendingAdvice.class,
              named("writeRequestHeaders").and(takesArgument(0, named("okhttp3.Request")))),
          ClassPart.of(
              OKHTTP + "connection.Exchange",
              ReceivedAdvice.class,
              named("readResponseHeaders").and(takesArguments(1))),
          ClassPart.of(
              OKHTTP + "connection.Exchange",
              OkHttpReadAdvice.class,
              named("bodyComplete").and(not(isStatic()))),
          ClassPart.ofSome( // what then leaves is no request
              OKHTTP + "connection.Exchange", UnwatchedAdvice.class, named("upgradeToSocket")),
          ClassPart.of(
              OKHTTP + "ws.RealWebSocket",
              UnwatchedAdvice.class,
              named("send").and(takesArguments(2))),
          ClassPart.of(
              APACHE + "InternalHttpClient",
              ClientCallAdvice.class,
              named("doExecute").and(takesArguments(3))),
          ClassPart.of(
              APACHE + "MinimalHttpClient",
              ClientCallAdvice.class,
              named("doExecute").and(takesArguments(3))),
          ClassPart.of(
              APACHE_CORE + "HttpRequestExecutor",
              SendingAdvice.class,
              named("execute").and(takesArguments(4))),
          ClassPart.of(
              APACHE_CORE + "HttpRequestExecutor",
              ReceivedAdvice.class,
              named("execute").and(takesArguments(4))),
          ClassPart.of(
              APACHE + "ResponseEntityProxy",
              ApacheEntityAdvice.class,
              named("enhance").and(isStatic())),
          ClassPart.of(
              APACHE + "ResponseEntityProxy",
              ApacheReadAdvice.class,
              named("eofDetected").and(takesArguments(1))));

  private WatchedLibraries() {}
}
