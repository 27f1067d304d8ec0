package dev.sidegate.operator.intent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.world.TestDatabase.Login;
import dev.sidegate.operator.Shop;
import dev.sidegate.operator.Typed;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecideCommandsTest {
  private static final String HASH = "ab".repeat(32);

  private final Shop shop = new Shop();
  private final InputStream stdin = System.in;

  @AfterEach
  void close() {
    System.setIn(stdin);
    System.clearProperty("sidegate.effects.refund.owner");
    System.clearProperty("sidegate.effects.refund.runbook");
    shop.close();
  }

  @Test
  void anExhaustedOperationGetsMoreBudgetAndRunsAgain() {
    UUID exhausted = exhausted("refund:1:1");

    Typed typed =
        shop.operator("grant", exhausted.toString(), "--attempts", "2", "--reason", "it is back");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).startsWith("Operation " + exhausted + " has 2 attempts left, until ");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Granted.class);
  }

  @Test
  void manyAreGrantedAfterTheirEffectsNameWasTyped() {
    UUID one = exhausted("refund:1:1");
    UUID other = exhausted("refund:2:1");
    String[] grant = {"grant", "--effect", "refund", "--reason", "the provider is back"};

    typing("mail");
    Typed wrong = shop.operator(grant);
    assertThat(wrong.exit()).isEqualTo(1);
    assertThat(wrong.err()).contains("'refund' was not typed");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Standing.class);

    typing("refund");
    Typed typed = shop.operator(grant);
    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .startsWith("2 operations of effect refund have used up their budget.\n")
        .contains(one.toString())
        .contains(other.toString())
        .endsWith("Granted: 2 operations.\n");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Granted.class);
    assertThat(shop.claim("refund:2:1")).isInstanceOf(ClaimOutcome.Granted.class);
  }

  @Test
  void oneBatchGrantsOnce() {
    exhausted("refund:1:1");
    String[] grant = {
      "grant",
      "--effect",
      "refund",
      "--reason",
      "x",
      "--yes",
      "--json",
      "--decision",
      UUID.randomUUID().toString()
    };

    assertThat(shop.operator(grant).json().path("granted")).hasSize(1);
    exhaust();
    assertThat(shop.operator(grant).json().path("granted")).isEmpty();
  }

  @Test
  void whatIsFinishedIsNotGrantedAnything() {
    UUID done = shop.completed("refund:1:1");

    Typed typed = shop.operator("grant", done.toString(), "--reason", "x");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err())
        .contains("Nothing was decided: the operation is COMPLETED")
        .contains("Allowed now: supersede " + done);
  }

  @Test
  void aGrantNamesOneOperationOrOneEffect() {
    String operation = UUID.randomUUID().toString();
    assertThat(shop.operator("grant", "--reason", "x").exit()).isEqualTo(2);
    assertThat(shop.operator("grant", operation, "--effect", "refund", "--reason", "x").exit())
        .isEqualTo(2);
    assertThat(shop.operator("grant", operation, "--deadline", "soon", "--reason", "x").exit())
        .isEqualTo(2);
    assertThat(shop.operator("grant", operation, "--reason", "x").exit()).isEqualTo(1);
  }

  @Test
  void aDoubtIsLeftToAnotherReconciler() {
    UUID doubt = shop.doubt("refund:1:1");

    Typed typed =
        shop.operator(
            "settle", doubt.toString(), "--reconcile-by", "find@2", "--reason", "the same book");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).startsWith("Operation " + doubt + " is UNKNOWN");
    JsonNode shown = shop.operator("show", doubt.toString(), "--json").json();
    assertThat(shown.at("/decisions/0/kind").asText()).isEqualTo("RECONCILE");
    assertThat(shown.at("/decisions/0/reconciler").asText()).isEqualTo("find@2");
    assertThat(
            shop.operator("settle", doubt.toString(), "--reconcile-by", " ", "--reason", "x")
                .exit())
        .isEqualTo(2);
  }

  @Test
  void aFinishedOperationIsCorrectedByOnePayload() {
    UUID done = shop.completed("refund:1:1");

    Typed typed =
        shop.operator(
            "supersede", done.toString(), "--payload", HASH, "--reason", "wrong amount", "--json");

    assertThat(typed.exit()).isZero();
    assertThat(typed.json().path("operation").asText()).isEqualTo(done.toString());
    JsonNode shown = shop.operator("show", done.toString(), "--json").json();
    assertThat(shown.at("/decisions/0/kind").asText()).isEqualTo("SUPERSEDE");
    assertThat(shown.at("/decisions/0/payloadHash").asText()).isEqualTo(HASH);
    assertThat(shown.at("/decisions/0/decidedBy").asText()).isEqualTo("operator");
  }

  @Test
  void aDoubtIsNotCorrectedAndAHashIsAskedFor() {
    UUID doubt = shop.doubt("refund:1:1");
    assertThat(
            shop.operator("supersede", doubt.toString(), "--payload", HASH, "--reason", "x").err())
        .contains("Nothing was decided: the operation is UNKNOWN");
    assertThat(
            shop.operator("supersede", doubt.toString(), "--payload", "12", "--reason", "x").exit())
        .isEqualTo(2);
  }

  @Test
  void whatEvidenceOpposesStaysUntilAPersonAcknowledgesIt() {
    UUID done = shop.completed("refund:1:1");
    shop.database.execute(
        "UPDATE sidegate.intent SET hold_reason = 'contradicted' WHERE operation = '" + done + "'");

    assertThat(shop.operator("show", done.toString()).out())
        .contains("Evidence opposes how it stands")
        .contains("sidegate settle " + done + " --acknowledge --reason …");
    Typed typed =
        shop.operator("settle", done.toString(), "--acknowledge", "--reason", "refunded once");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).startsWith("Operation " + done + " is COMPLETED.");
    assertThat(shop.operator("list", "--held").out()).isEqualTo("Nothing waits for a person.\n");
  }

  @Test
  void theTerminalQueueNamesWhoDecidesAndTheRunbook() {
    System.setProperty("sidegate.effects.refund.owner", "payments on call");
    System.setProperty("sidegate.effects.refund.runbook", "https://wiki.example/refunds");
    UUID doubt = shop.doubt("refund:1:1");
    UUID exhausted = exhausted("refund:2:1");
    shop.completed("refund:3:1");

    Typed typed = shop.operator("list", "--held");
    assertThat(typed.exit()).isZero();
    assertThat(typed.out().lines().toList().get(0)).contains("WHO DECIDES");
    assertThat(typed.out())
        .contains(doubt + "  UNKNOWN (undetermined)")
        .contains(exhausted + "  FAILED_RETRYABLE (exhausted)")
        .contains("payments on call")
        .contains("shop.Refunds#refund")
        .contains("Runbook of refund: https://wiki.example/refunds")
        .doesNotContain("COMPLETED");

    JsonNode held = shop.operator("list", "--held", "--effect", "refund", "--json").json();
    assertThat(held).hasSize(2);
    assertThat(held.get(1).path("operation").asText()).isEqualTo(doubt.toString());
    assertThat(held.get(1).path("runbook").asText()).isEqualTo("https://wiki.example/refunds");
    assertThat(held.get(1).path("allowed").toString())
        .contains("settle " + doubt + " --not-applied");
    assertThat(shop.operator("list", "--held", "--effect", "mail").out())
        .isEqualTo("Nothing waits for a person.\n");

    assertThat(shop.operator("show", doubt.toString()).out())
        .contains("Decides    payments on call")
        .contains("Runbook    https://wiki.example/refunds");
  }

  @Test
  void anAgentsLoginGrantsNothing() {
    UUID exhausted = exhausted("refund:1:1");

    Typed typed = shop.as(Login.AGENT, "grant", exhausted.toString(), "--reason", "let me");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err()).contains("does not allow this login");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Standing.class);
  }

  private UUID exhausted(String key) {
    UUID operation = shop.doubt(key);
    shop.operator("settle", operation.toString(), "--not-applied", "--reason", "not in the book");
    exhaust();
    return operation;
  }

  /** As if the attempts had been used up. */
  private void exhaust() {
    shop.database.execute(
        "UPDATE sidegate.intent SET hold_reason = 'exhausted', max_attempts = attempts"
            + " WHERE state = 'FAILED_RETRYABLE'");
  }

  private static void typing(String text) {
    System.setIn(new ByteArrayInputStream((text + "\n").getBytes(StandardCharsets.UTF_8)));
  }
}
