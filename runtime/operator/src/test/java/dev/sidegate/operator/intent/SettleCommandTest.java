package dev.sidegate.operator.intent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.world.TestDatabase.Login;
import dev.sidegate.operator.Shop;
import dev.sidegate.operator.Typed;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SettleCommandTest {
  private final Shop shop = new Shop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void whatThePersonFoundCompletesTheDoubtWithItsReceipt() {
    UUID doubt = shop.doubt("refund:1:1");

    Typed typed =
        shop.operator("settle", doubt.toString(), "--applied", "re_9", "--reason", "in the book");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).startsWith("Operation " + doubt + " is COMPLETED.");
    assertThat(stored(doubt, "state, receipt, reason")).isEqualTo("COMPLETED|re_9|in the book");
  }

  @Test
  void whatIsNotInTheBookMayBeTriedAgain() {
    UUID doubt = shop.doubt("refund:1:1");

    Typed typed =
        shop.operator("settle", doubt.toString(), "--not-applied", "--reason", "not in the book");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).contains("is FAILED_RETRYABLE.").contains("may try again");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Granted.class);
  }

  @Test
  void givingUpIsKeptForEver() {
    UUID doubt = shop.doubt("refund:1:1");

    shop.operator("settle", doubt.toString(), "--abandon", "--reason", "provider is gone");

    assertThat(stored(doubt, "state")).isEqualTo("ABANDONED");
    Typed again =
        shop.operator("settle", doubt.toString(), "--not-applied", "--reason", "changed my mind");
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err())
        .contains("Nothing was decided: the operation is ABANDONED")
        .contains("Allowed now: supersede " + doubt + " --payload HASH.");
  }

  @Test
  void aDecisionAboutAnOlderVersionChangesNothing() {
    UUID doubt = shop.doubt("refund:1:1");

    Typed typed =
        shop.operator(
            "settle", doubt.toString(), "--not-applied", "--reason", "x", "--version", "1");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err()).contains("It moved since you looked.");
    assertThat(stored(doubt, "state")).isEqualTo("UNKNOWN");
  }

  @Test
  void oneDecisionIdDecidesOnce() {
    UUID doubt = shop.doubt("refund:1:1");
    String[] decision = {
      "settle",
      doubt.toString(),
      "--applied",
      "re_9",
      "--reason",
      "in the book",
      "--decision",
      UUID.randomUUID().toString(),
      "--json"
    };

    assertThat(shop.operator(decision).exit()).isZero();
    Typed again = shop.operator(decision);

    assertThat(again.exit()).isZero();
    assertThat(again.json().path("operation").asText()).isEqualTo(doubt.toString());
    assertThat(again.json().path("state").asText()).isEqualTo("COMPLETED");
  }

  @Test
  void anAgentsLoginMayNotDecide() {
    UUID doubt = shop.doubt("refund:1:1");

    Typed typed =
        shop.as(Login.AGENT, "settle", doubt.toString(), "--abandon", "--reason", "let me");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err())
        .contains("does not allow this login")
        .contains("a member of sidegate_operator");
    assertThat(stored(doubt, "state")).isEqualTo("UNKNOWN");
  }

  @Test
  void exactlyOneVerdictAndAReasonAreAskedFor() {
    String operation = UUID.randomUUID().toString();

    assertThat(shop.operator("settle", operation, "--reason", "x").exit()).isEqualTo(2);
    assertThat(shop.operator("settle", operation, "--abandon", "--not-applied", "--reason", "x"))
        .extracting(Typed::exit)
        .isEqualTo(2);
    assertThat(shop.operator("settle", operation, "--abandon").err()).contains("--reason");
    assertThat(shop.operator("settle", operation, "--abandon", "--reason", " ").exit())
        .isEqualTo(2);
    assertThat(shop.operator("settle", operation, "--applied", "", "--reason", "x").exit())
        .isEqualTo(2);
    assertThat(shop.operator("settle", operation, "--abandon", "--reason", "x").exit())
        .isEqualTo(1);
  }

  private String stored(UUID operation, String columns) {
    return shop.database
        .query("SELECT " + columns + " FROM sidegate.intent WHERE operation = '" + operation + "'")
        .get(0);
  }
}
