package dev.sidegate.agent.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import dev.sidegate.agent.log.StandardError;
import dev.sidegate.agent.weave.Inlining;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/** Weaves the JDK's own HTTP clients. The names are the same from JDK 17 to 25. */
final class WireTransformer implements ClassFileTransformer {

  private record Watch(Class<?> advice, ElementMatcher<MethodDescription> methods) {}

  private static final Map<String, Watch> WATCHED =
      Map.of(
          "jdk.internal.net.http.HttpClientFacade",
          new Watch(
              HttpRequestAdvice.class,
              named("send")
                  .or(named("sendAsync"))
                  .and(takesArgument(0, named("java.net.http.HttpRequest")))),
          "jdk.internal.net.http.Http1Request",
          new Watch(Http1LeavingAdvice.class, named("headers").and(takesNoArguments())),
          "jdk.internal.net.http.Stream",
          new Watch(Http2LeavingAdvice.class, named("sendHeadersAsync").and(takesNoArguments())),
          "sun.net.www.http.HttpClient",
          new Watch(
              UrlConnectionLeavingAdvice.class,
              named("writeRequests")
                  .and(takesArgument(0, named("sun.net.www.MessageHeader")))
                  .and(not(takesArguments(3))))); // that one calls the next one

  private final Inlining inlining = new Inlining();

  /** The names of the classes that are woven here. */
  static Set<String> watched() {
    return WATCHED.keySet();
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if (className == null
        || (loader != null && loader != ClassLoader.getPlatformClassLoader())
        || !(className.startsWith("jdk/internal/net/http/") || className.startsWith("sun/net/"))) {
      return null;
    }
    Watch watch = WATCHED.get(className.replace('/', '.'));
    if (watch == null) {
      return null;
    }
    try {
      return inlining.inline(watch.advice(), file, watch.methods());
    } catch (Throwable failure) {
      StandardError.line(className + " is not watched; its requests give no evidence: " + failure);
      return null;
    }
  }
}
