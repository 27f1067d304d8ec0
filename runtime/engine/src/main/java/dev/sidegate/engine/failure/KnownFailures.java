package dev.sidegate.engine.failure;

import static dev.sidegate.FailureClass.INVALID_INPUT;
import static dev.sidegate.FailureClass.PERMANENT;
import static dev.sidegate.FailureClass.TRANSIENT_BEFORE_WRITE;
import static dev.sidegate.FailureClass.UNKNOWN_AFTER_START;

import dev.sidegate.FailureClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The exceptions that are known, by name. No row proves anything: it only chooses among the classes
 * that the proof allows, and where it names another one it is passed over. Of an exception's
 * classes the most specific one that has a row counts; of an exception and its causes the
 * outermost.
 */
final class KnownFailures {

  static final List<KnownFailure> TABLE =
      join(
          // Torn off in the middle: whatever the wire saw, these leave doubt.
          rows(
              "the JVM",
              UNKNOWN_AFTER_START,
              "java.lang.Error",
              "java.lang.InterruptedException",
              "java.io.InterruptedIOException",
              "java.nio.channels.ClosedByInterruptException",
              "java.util.concurrent.CancellationException"),
          rows(
              "JDK HTTP and sockets",
              TRANSIENT_BEFORE_WRITE,
              "java.net.http.HttpConnectTimeoutException",
              "java.net.SocketTimeoutException",
              "java.net.ConnectException",
              "java.net.NoRouteToHostException",
              "java.net.UnknownHostException",
              "java.net.BindException",
              "java.nio.channels.UnresolvedAddressException"),
          rows(
              "JDK HTTP and sockets",
              PERMANENT,
              "javax.net.ssl.SSLPeerUnverifiedException",
              "java.security.cert.CertificateException",
              "java.security.cert.CertPathValidatorException",
              "java.net.UnknownServiceException",
              "java.net.MalformedURLException",
              "java.net.URISyntaxException"),
          state("JDBC", "08", TRANSIENT_BEFORE_WRITE),
          state("JDBC", "53", TRANSIENT_BEFORE_WRITE),
          state("JDBC", "57P", TRANSIENT_BEFORE_WRITE),
          state("JDBC", "28", PERMANENT),
          state("JDBC", "3D", PERMANENT),
          state("JDBC", "42", PERMANENT),
          state("JDBC", "22", INVALID_INPUT),
          rows("JDBC pools", TRANSIENT_BEFORE_WRITE, "java.sql.SQLTransientConnectionException"),
          rows(
              "Jakarta Mail, Angus Mail",
              PERMANENT,
              "jakarta.mail.AuthenticationFailedException",
              "jakarta.mail.NoSuchProviderException"),
          rows(
              "Jakarta Mail, Angus Mail",
              TRANSIENT_BEFORE_WRITE,
              "org.eclipse.angus.mail.util.MailConnectException",
              "org.eclipse.angus.mail.util.SocketConnectException"),
          rows(
              "Jakarta Mail, Angus Mail",
              INVALID_INPUT,
              "jakarta.mail.internet.AddressException",
              "jakarta.mail.internet.ParseException"),
          rows(
              "OkHttp",
              TRANSIENT_BEFORE_WRITE,
              "okhttp3.internal.connection.RouteException",
              "okhttp3.internal.http2.ConnectionShutdownException"),
          rows(
              "Apache HttpClient 5",
              TRANSIENT_BEFORE_WRITE,
              "org.apache.hc.client5.http.ConnectTimeoutException",
              "org.apache.hc.client5.http.HttpHostConnectException",
              "org.apache.hc.core5.http.ConnectionRequestTimeoutException",
              "org.apache.hc.core5.http.RequestNotExecutedException"),
          rows(
              "Apache HttpClient 5",
              PERMANENT,
              "org.apache.hc.client5.http.UnsupportedSchemeException",
              "org.apache.hc.client5.http.auth.AuthenticationException"),
          rows(
              "Reactor Netty",
              TRANSIENT_BEFORE_WRITE,
              "io.netty.channel.ConnectTimeoutException",
              "io.netty.resolver.dns.DnsNameResolverException",
              "reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException",
              "reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException"),
          rows(
              "AWS SDK",
              UNKNOWN_AFTER_START,
              "software.amazon.awssdk.core.exception.AbortedException"),
          rows("AWS SDK", PERMANENT, "software.amazon.awssdk.core.exception.NonRetryableException"),
          rows(
              "AWS SDK",
              TRANSIENT_BEFORE_WRITE,
              "software.amazon.awssdk.core.exception.RetryableException"),
          rows("Stripe SDK", TRANSIENT_BEFORE_WRITE, "com.stripe.exception.ApiConnectionException"),
          rows(
              "Stripe SDK",
              PERMANENT,
              "com.stripe.exception.AuthenticationException",
              "com.stripe.exception.PermissionException",
              "com.stripe.exception.CardException",
              "com.stripe.exception.IdempotencyException"),
          rows("Stripe SDK", INVALID_INPUT, "com.stripe.exception.InvalidRequestException"),
          rows("OpenAI SDK", TRANSIENT_BEFORE_WRITE, "com.openai.errors.OpenAIIoException"),
          rows(
              "OpenAI SDK",
              PERMANENT,
              "com.openai.errors.UnauthorizedException",
              "com.openai.errors.PermissionDeniedException",
              "com.openai.errors.NotFoundException"),
          rows(
              "OpenAI SDK",
              INVALID_INPUT,
              "com.openai.errors.BadRequestException",
              "com.openai.errors.UnprocessableEntityException",
              "com.openai.errors.OpenAIInvalidDataException"),
          rows(
              "Spring",
              PERMANENT,
              "org.springframework.web.client.HttpClientErrorException",
              "org.springframework.mail.MailAuthenticationException",
              "org.springframework.dao.PermissionDeniedDataAccessException",
              "org.springframework.security.access.AccessDeniedException"),
          rows(
              "Spring",
              TRANSIENT_BEFORE_WRITE,
              "org.springframework.jdbc.CannotGetJdbcConnectionException"),
          rows(
              "Spring",
              INVALID_INPUT,
              "org.springframework.mail.MailParseException",
              "org.springframework.mail.MailPreparationException"),
          rows(
              "Resilience4j",
              TRANSIENT_BEFORE_WRITE,
              "io.github.resilience4j.circuitbreaker.CallNotPermittedException",
              "io.github.resilience4j.ratelimiter.RequestNotPermitted",
              "io.github.resilience4j.bulkhead.BulkheadFullException"),
          rows(
              "Jakarta Validation",
              INVALID_INPUT,
              "jakarta.validation.ConstraintViolationException"),
          rows(
              "the program itself",
              PERMANENT,
              "java.lang.SecurityException",
              "java.lang.IllegalArgumentException",
              "java.lang.NullPointerException",
              "java.lang.ClassCastException",
              "java.lang.IndexOutOfBoundsException",
              "java.lang.UnsupportedOperationException"));

  private KnownFailures() {}

  /** Whether the body was torn off, by the thrown exception or one of its causes. */
  static boolean isTorn(Throwable thrown) {
    return Causes.of(thrown).stream()
        .flatMap(cause -> row(cause).stream())
        .anyMatch(row -> row.failureClass() == UNKNOWN_AFTER_START);
  }

  /** The class of the outermost exception that has a row which the proof allows. */
  static Optional<FailureClass> of(Throwable thrown, Proof proof) {
    return Causes.of(thrown).stream()
        .flatMap(cause -> row(cause).stream())
        .map(KnownFailure::failureClass)
        .filter(proof::allows)
        .findFirst();
  }

  private static Optional<KnownFailure> row(Throwable thrown) {
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      String name = type.getName();
      Optional<KnownFailure> row =
          TABLE.stream().filter(known -> known.covers(name, thrown)).findFirst();
      if (row.isPresent()) {
        return row;
      }
    }
    return Optional.empty();
  }

  private static List<KnownFailure> rows(
      String library, FailureClass failureClass, String... types) {
    return List.of(types).stream()
        .map(type -> new KnownFailure(library, type, null, failureClass))
        .toList();
  }

  private static List<KnownFailure> state(
      String library, String beginning, FailureClass failureClass) {
    return List.of(new KnownFailure(library, "java.sql.SQLException", beginning, failureClass));
  }

  @SafeVarargs
  private static List<KnownFailure> join(List<KnownFailure>... parts) {
    List<KnownFailure> all = new ArrayList<>();
    for (List<KnownFailure> part : parts) {
      all.addAll(part);
    }
    return List.copyOf(all);
  }
}
