package dev.sidegate.agent.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import dev.sidegate.agent.weave.ClassPart;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;

/** The JDK's own clients, and what lies below every other one, by the names of Java 17 to 25. */
public final class WatchedClasses {
  private static final String CLIENT = "jdk.internal.net.http.";

  /** What the wire has to reach into. */
  public static final Map<String, String> OPENED =
      Map.of("java.base", "sun.net.www", "java.net.http", "jdk.internal.net.http");

  /** All of them. */
  public static final List<ClassPart> ALL =
      List.of(
          ClassPart.of(
              CLIENT + "HttpClientFacade",
              HttpRequestAdvice.class,
              namedOneOf("send", "sendAsync")
                  .and(takesArgument(0, named("java.net.http.HttpRequest")))),
          ClassPart.of(
              CLIENT + "HttpRequestImpl", HttpHeadersAdvice.class, named("getUserHeaders")),
          ClassPart.of(
              CLIENT + "Http1Request",
              Http1LeavingAdvice.class,
              named("headers").and(takesNoArguments())),
          ClassPart.of(
              CLIENT + "Stream",
              Http2LeavingAdvice.class,
              named("sendHeadersAsync").and(takesNoArguments())),
          ClassPart.of(CLIENT + "MultiExchange", HttpAnswerAdvice.class, named("responseFilters")),
          ClassPart.of(
              "sun.net.www.protocol.http.HttpURLConnection",
              UrlConnectingAdvice.class,
              named("plainConnect")),
          ClassPart.of(
              "sun.net.www.http.HttpClient",
              UrlConnectionLeavingAdvice.class,
              named("writeRequests")
                  .and(takesArgument(0, named("sun.net.www.MessageHeader")))
                  .and(not(takesArguments(3)))), // that one calls the next one
          ClassPart.of(
              "sun.net.www.http.HttpClient", UrlConnectionAnswerAdvice.class, named("parseHTTP")),
          ClassPart.of("sun.nio.ch.NioSocketImpl", SocketAdvice.class, stream()),
          ClassPart.of("sun.nio.ch.SocketChannelImpl", SocketAdvice.class, channel()),
          ClassPart.of(
              "sun.nio.ch.DatagramChannelImpl",
              SocketAdvice.class,
              named("send").and(takesArguments(2)).or(named("write"))),
          ClassPart.of(
              "sun.nio.ch.UnixAsynchronousSocketChannelImpl",
              SocketAdvice.class,
              namedOneOf("implConnect", "implWrite")),
          ClassPart.of(
              "sun.nio.ch.WindowsAsynchronousSocketChannelImpl",
              SocketAdvice.class,
              namedOneOf("implConnect", "implWrite")),
          ClassPart.of("java.lang.ProcessImpl", SocketAdvice.class, named("start")));

  private WatchedClasses() {}

  private static ElementMatcher.Junction<MethodDescription> stream() {
    return named("implWrite")
        .or(named("connect").and(takesArgument(0, named("java.net.SocketAddress"))));
  }

  private static ElementMatcher.Junction<MethodDescription> channel() {
    return namedOneOf("connect", "write", "blockingWriteFully");
  }
}
