package dev.sidegate.agent.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WireTest {
  private static final URI PROVIDER = URI.create("http://provider.example/refunds");

  private @Nullable WatchedAttempt current;
  private final Wire wire = new Wire(() -> current);

  @Test
  void outsideAGuardedBodyARequestIsLeftAlone() {
    HttpRequest post = post().build();

    assertThat(wire.answer("wire.request", post)).isSameAs(post);
    assertThat(wire.answer("wire.leaving", post)).isNull();
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

    assertThat(wire.answer("wire.request", get)).isSameAs(get);
    assertThat(wire.answer("wire.leaving", get)).isNull();
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
      assertThat(wire.answer("wire.leaving", request))
          .isInstanceOfSatisfying(
              IOException.class,
              ended ->
                  assertThat(ended)
                      .hasMessageContaining("the lease of refund ended")
                      .hasMessageContaining("nothing was sent"));
    }
  }

  @Test
  void withALeaseItLeaves() {
    current = new TestAttempt("refund", true);

    assertThat(wire.answer("wire.leaving", sent(post().build()))).isNull();
  }

  private HttpRequest sent(HttpRequest request) {
    return (HttpRequest) Objects.requireNonNull(wire.answer("wire.request", request));
  }

  private static HttpRequest.Builder post() {
    return HttpRequest.newBuilder(PROVIDER).POST(BodyPublishers.ofString("{}"));
  }
}
