package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.Claimed;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Whoever has the events can compute the chain himself, without the database. */
class AuditChainTest {
  private static final Instant POSTGRES_EPOCH = Instant.parse("2000-01-01T00:00:00Z");
  private static final StoreWorld WORLD = new StoreWorld();

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void everyTransitionIsALinkThatCoversTheOneBefore() throws Exception {
    Claimed first = Asking.granted(WORLD.store.claim(Asking.claim("refund:1")));
    WORLD.store.settle(Asking.settle(first, Asking.retryable(Duration.ZERO)));
    Claimed second = Asking.granted(WORLD.store.claim(Asking.claim("refund:1")));
    WORLD.store.keepReceipt(second, "re_1 | ü");
    WORLD.endLease(second.operation());
    WORLD.store.claim(Asking.claim("refund:1"));

    try (OperatorStore operator = WORLD.openOperator()) {
      IntentHistory doubt = operator.history(first.operation()).orElseThrow();
      operator.decide(
          new Decision(
              UUID.randomUUID(),
              first.operation(),
              doubt.intent().version(),
              new Decision.Applied("re_1"),
              "seen"));
      List<AuditEvent> events = operator.history(first.operation()).orElseThrow().events();

      assertThat(events)
          .extracting(AuditEvent::kind)
          .containsExactly(
              "CLAIMED", "RETRYABLE", "CLAIMED", "RECEIPT", "LEASE_EXPIRED", "DECIDED_APPLIED");
      assertThat(events).extracting(AuditEvent::sequence).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
      byte[] head = new byte[0];
      for (AuditEvent event : events) {
        head = next(head, first.operation(), event);
        assertThat(event.hash()).isEqualTo(HexFormat.of().formatHex(head));
      }
      assertThat(
              WORLD.database.query(
                  "SELECT audit_sequence, encode(audit_head, 'hex') FROM sidegate.intent"
                      + " WHERE operation = '"
                      + first.operation()
                      + "'"))
          .containsExactly("6|" + HexFormat.of().formatHex(head));
    }
  }

  private static byte[] next(byte[] previous, UUID chain, AuditEvent event)
      throws NoSuchAlgorithmException {
    ByteBuffer numbers = ByteBuffer.allocate(32);
    numbers.putLong(chain.getMostSignificantBits()).putLong(chain.getLeastSignificantBits());
    numbers.putLong(event.sequence());
    numbers.putLong(ChronoUnit.MICROS.between(POSTGRES_EPOCH, event.at()));
    String texts =
        String.join(
            "|",
            event.kind(),
            text(event.fromState()),
            text(event.toState()),
            text(event.attempt()),
            String.valueOf(event.actor().getBytes(StandardCharsets.UTF_8).length),
            event.actor(),
            text(event.detail()));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(previous);
    all.writeBytes(numbers.array());
    all.writeBytes(texts.getBytes(StandardCharsets.UTF_8));
    return MessageDigest.getInstance("SHA-256").digest(all.toByteArray());
  }

  private static String text(@Nullable Object value) {
    return Objects.toString(value, "");
  }
}
