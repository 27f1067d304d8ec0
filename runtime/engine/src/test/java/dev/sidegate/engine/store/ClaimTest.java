package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.SettleOutcome;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ClaimTest {
  private static final TestDatabase DATABASE = PostgresServer.shared().freshDatabase();
  private static PostgresStore store;

  @BeforeAll
  static void open() {
    store =
        PostgresStore.open(
            StoreSettings.of(
                DATABASE.jdbcUrl(),
                DATABASE.user(TestDatabase.Login.AGENT),
                DATABASE.password(TestDatabase.Login.AGENT)));
    store.propose(new EffectProposal("refund", "com.acme.Refunds#refund", Set.of(), ""));
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @Test
  void aFirstClaimIsGrantedAndItsResultAnswersTheSecond() {
    Claimed claim = Asking.granted(store.claim(Asking.claim("refund:1")));

    assertThat(store.settle(Asking.settle(claim, Asking.completed("done"))))
        .isInstanceOf(SettleOutcome.Settled.class);

    assertThat(store.claim(Asking.claim("refund:1")))
        .isInstanceOfSatisfying(
            ClaimOutcome.Standing.class,
            standing -> {
              assertThat(standing.intent().state()).isEqualTo(IntentState.COMPLETED);
              assertThat(standing.intent().result()).asString().isEqualTo("done");
              assertThat(standing.intent().receipt()).isEqualTo("receipt-1");
            });
  }

  @Test
  void aSecondClaimOfARunningIntentFindsItProcessing() {
    Asking.granted(store.claim(Asking.claim("refund:2")));

    assertThat(store.claim(Asking.claim("refund:2")))
        .isInstanceOfSatisfying(
            ClaimOutcome.Standing.class,
            standing -> assertThat(standing.intent().state()).isEqualTo(IntentState.PROCESSING));
  }

  @Test
  void aRepeatedClaimIsRecognisedByItsOwner() {
    ClaimRequest request = Asking.claim("refund:3");

    Claimed first = Asking.granted(store.claim(request));
    assertThat(Asking.granted(store.claim(request))).isEqualTo(first);
  }

  @Test
  void anotherPayloadIsRefused() {
    Asking.granted(store.claim(Asking.claim("refund:4", "10 EUR")));

    assertThat(store.claim(Asking.claim("refund:4", "20 EUR")))
        .isInstanceOf(ClaimOutcome.OtherPayload.class);
  }
}
