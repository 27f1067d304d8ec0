package dev.sidegate.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WireTest {
  private static final URI PROVIDER = URI.create("http://provider.example/refunds");

  private @Nullable WatchedAttempt current;
  private final Wire wire = new Wire(() -> current, () -> true);

  @Test
  void outsideAGuardedBodyARequestIsLeftAlone() {
    HttpRequest post = post().build();

    assertThat(ask("wire.request", post)).isSameAs(post);
    assertThat(ask("wire.leaving", post)).isNull();
  }

  @Test
  void anUnsafeRequestGetsTheActionKey() {
    current = new TestAttempt("refund", true);

    assertThat(sent(post().header("X-Other", "kept").build()).headers().map())
        .containsEntry("Idempotency-Key", List.of("action-key-of-refund"))
        .containsEntry("X-Other", List.of("kept"));
    assertThat(sent(HttpRequest.newBuilder(PROVIDER).DELETE().build()).headers().map())
        .containsKey("Idempotency-Key");
  }

  @Test
  void aSafeRequestDoesNot() {
    current = new TestAttempt("refund", false);
    HttpRequest get = HttpRequest.newBuilder(PROVIDER).build();

    assertThat(ask("wire.request", get)).isSameAs(get);
    assertThat(ask("wire.leaving", get)).isNull();
  }

  @Test
  void theApplicationsOwnKeyStays() {
    current = new TestAttempt("refund", true);

    HttpRequest sent = sent(post().header("Idempotency-Key", "mine").build());

    assertThat(sent.headers().allValues("Idempotency-Key")).containsExactly("mine");
  }

  @Test
  void withoutALeaseNothingLeavesOnWhateverThread() {
    current = new TestAttempt("refund", false);
    HttpRequest keyed = sent(post().build());
    HttpRequest ownKey = sent(post().header("Idempotency-Key", "mine").build());
    current = null; // the client's worker threads know no attempt

    for (HttpRequest request : List.of(keyed, ownKey)) {
      assertThat(ask("wire.leaving", request))
          .isInstanceOfSatisfying(
              IOException.class,
              ended ->
                  assertThat(ended)
                      .hasMessageContaining("its lease ended")
                      .hasMessageContaining("nothing was sent"));
    }
  }

  @Test
  void withALeaseItLeaves() {
    current = new TestAttempt("refund", true);

    assertThat(ask("wire.leaving", sent(post().build()))).isNull();
  }

  @Test
  void whatLeavesIsWrittenDownAndWhatIsOnlyAskedForIsNot() {
    TestAttempt attempt = new TestAttempt("refund", true);
    current = attempt;

    HttpRequest request = sent(post().build());
    assertThat(attempt.log().evidence().nothingLeft()).isTrue();

    ask("wire.leaving", request);
    assertThat(attempt.log().evidence().nothingLeft()).isFalse();
    assertThat(attempt.log().evidence().unsafeRequests()).isOne();
    assertThat(attempt.log().evidence().unanswered()).isOne();
  }

  @Test
  void theKeyGoesToNoOtherHost() {
    current = new TestAttempt("refund", true);
    HttpRequest request = sent(post().header("X-Other", "kept").build());
    HttpRequest redirected =
        HttpRequest.newBuilder(request, (name, value) -> true)
            .uri(URI.create("http://elsewhere.example/refunds"))
            .build();

    assertThat(wire.answer("wire.headers", new Object[] {request.headers(), request}))
        .isSameAs(request.headers());
    HttpHeaders headers =
        (HttpHeaders)
            Objects.requireNonNull(
                wire.answer("wire.headers", new Object[] {redirected.headers(), redirected}));
    assertThat(headers.map()).containsOnlyKeys("X-Other");
  }

  private @Nullable Object ask(String question, Object subject) {
    return wire.answer(question, new Object[] {subject});
  }

  private HttpRequest sent(HttpRequest request) {
    return (HttpRequest) Objects.requireNonNull(ask("wire.request", request));
  }

  private static HttpRequest.Builder post() {
    return HttpRequest.newBuilder(PROVIDER).POST(BodyPublishers.ofString("{}"));
  }
}
