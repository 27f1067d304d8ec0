package dev.sidegate.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests of clients that the application brings, as Apache's client shapes them. */
class ClientRequestsTest {
  private final Object exchange = new Object();
  private @Nullable WatchedAttempt current;
  private final Wire wire = new Wire(() -> current, () -> true);

  @Test
  void withoutALeaseNothingLeaves() {
    current = new TestAttempt("refund", false);

    assertThat(sending(new Request("POST", "provider.example")))
        .isInstanceOfSatisfying(
            IOException.class,
            ended ->
                assertThat(ended)
                    .hasMessageContaining("its lease ended")
                    .hasMessageContaining("nothing was sent"));
  }

  @Test
  void whatCannotBeLookedAtDoesNotLeave() {
    current = new TestAttempt("refund", true);

    assertThat(sending("a request of a version that nobody knows"))
        .isInstanceOf(IOException.class)
        .asString()
        .contains("nothing was sent");
  }

  @Test
  void anUnsafeRequestGetsTheActionKeyAndIsWrittenDown() {
    TestAttempt attempt = new TestAttempt("refund", true);
    current = attempt;
    Request post = new Request("POST", "provider.example");

    assertThat(sending(post)).isSameAs(post);
    assertThat(post.headers).containsEntry("Idempotency-Key", "action-key-of-refund");
    assertThat(attempt.log().evidence().unsafeRequests()).isOne();
  }

  @Test
  void aSafeRequestAndTheApplicationsOwnKeyStayAsTheyAre() {
    TestAttempt attempt = new TestAttempt("refund", true);
    current = attempt;
    Request get = new Request("GET", "provider.example");
    Request own = new Request("POST", "provider.example");
    own.headers.put("Idempotency-Key", "mine");

    assertThat(sending(get)).isSameAs(get);
    assertThat(sending(own)).isSameAs(own);
    assertThat(get.headers).isEmpty();
    assertThat(own.headers).containsEntry("Idempotency-Key", "mine");
    assertThat(attempt.log().evidence().unsafeRequests()).isOne();
  }

  @Test
  void outsideAGuardedBodyARequestIsLeftAlone() {
    Request post = new Request("POST", "provider.example");

    assertThat(sending(post)).isSameAs(post);
    assertThat(post.headers).isEmpty();
  }

  private @Nullable Object sending(Object request) {
    return wire.answer("wire.sending", new Object[] {request, exchange});
  }

  /** What Apache's client sends; called by the names of its methods. */
  public static final class Request {
    private final Map<String, String> headers = new HashMap<>();
    private final String method;
    private final String host;

    Request(String method, String host) {
      this.method = method;
      this.host = host;
    }

    /** The request line's first word. */
    public String getMethod() {
      return method;
    }

    /** As its URI has it. */
    public String getScheme() {
      return "http";
    }

    /** Where it goes. */
    public Authority getAuthority() {
      return new Authority(host);
    }

    /** A header, or null. */
    public @Nullable Header getFirstHeader(String name) {
      String value = headers.get(name);
      return value == null ? null : new Header(value);
    }

    /** Sets a header. */
    public void setHeader(String name, Object value) {
      headers.put(name, value.toString());
    }

    /** Removes a header. */
    public boolean removeHeaders(String name) {
      return headers.remove(name) != null;
    }
  }

  /** A host, without a port. */
  public record Authority(String host) {

    /** The host. */
    public String getHostName() {
      return host;
    }

    /** None. */
    public int getPort() {
      return -1;
    }
  }

  /** A header's value. */
  public record Header(String value) {

    /** The value. */
    public String getValue() {
      return value;
    }
  }
}
