package dev.sidegate.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sidegate.engine.world.TestDatabase.Login;
import dev.sidegate.operator.Shop;
import dev.sidegate.operator.Typed;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** People decide with commands, under their own names. */
class ApprovalCommandsTest {
  private final Shop shop = new Shop();

  @BeforeEach
  void people() {
    shop.approver("alice", "finance");
    shop.approver("bob", "finance");
  }

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void theCardShowsWhatWillHappenAndWhatMayBeDone() {
    UUID operation = shop.asked("payout:A7");

    Typed typed = shop.person("alice", "show", operation.toString());

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(typed.out())
        .contains("\"payout\" is done once for payout:A7, by shop.Payouts#pay")
        .contains("It cannot be taken back.")
        .contains("order      A7")
        .contains("amount     12.50")
        .contains("as agreed")
        .doesNotContain("\u001b")
        .contains("https://desk/ticket/7")
        .contains("by robert")
        .contains("gpt-x")
        .contains("open until")
        .contains("sidegate approve " + operation)
        .contains("ASKED");
  }

  @Test
  void whatWaitsIsListed() {
    UUID operation = shop.asked("payout:A7");

    assertThat(shop.person("alice", "list", "--state", "AWAITING_HUMAN").out())
        .contains(operation.toString());
  }

  @Test
  void aYesIsGivenUnderOnesOwnName() {
    UUID operation = shop.asked("payout:A7");

    Typed typed = shop.person("alice", "approve", operation.toString(), "--reason", "as agreed");

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(typed.out()).contains("amount").contains("Approved. It is done as shown, once");
    assertThat(stored(operation)).isEqualTo("AUTHORIZED");
    assertThat(
            shop.database.query(
                "SELECT actor, detail::jsonb ->> 'reason' FROM sidegate.audit_event WHERE chain = '"
                    + operation
                    + "' AND kind = 'APPROVED'"))
        .containsExactly("alice|as agreed");
  }

  @Test
  void aNoNeedsAReason() {
    UUID operation = shop.asked("payout:A7");

    assertThat(shop.person("alice", "reject", operation.toString()).exit()).isEqualTo(2);
    Typed typed = shop.person("alice", "reject", operation.toString(), "--reason", "too much");

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(typed.out()).contains("Rejected. Nothing is done");
    assertThat(stored(operation)).isEqualTo("REJECTED");
  }

  @Test
  void theSecondIsToldWhoDecidedAlready() {
    UUID operation = shop.asked("payout:A7");
    shop.person("alice", "approve", operation.toString());

    Typed late = shop.person("bob", "reject", operation.toString(), "--reason", "no");

    assertThat(late.exit()).isEqualTo(1);
    assertThat(late.err()).contains("Decided already: GRANTED by alice");
    assertThat(stored(operation)).isEqualTo("AUTHORIZED");
  }

  @Test
  void whoAskedAndWhoIsNotInTheRoleIsRefused() {
    UUID operation = shop.asked("payout:A7");
    shop.approver("robert", "finance");
    shop.approver("lena", "legal");
    shop.approver("carol", "finance", "--subject", "Robert");

    assertThat(shop.person("robert", "approve", operation.toString()).err())
        .contains("You asked for it, so you cannot decide it.");
    assertThat(shop.person("carol", "approve", operation.toString()).err())
        .as("under another name")
        .contains("You asked for it");
    assertThat(shop.person("lena", "approve", operation.toString()).err())
        .contains("this login is not in that role");
    assertThat(shop.as(Login.AGENT, "approve", operation.toString()).err())
        .contains("does not allow this login");
    assertThat(shop.operator("approve", operation.toString()).err())
        .contains("one of sidegate_approver_ROLE");
    assertThat(stored(operation)).isEqualTo("AWAITING_HUMAN");
  }

  @Test
  void whatWaitsIsTakenBack() {
    UUID operation = shop.asked("payout:A7");
    shop.person("alice", "approve", operation.toString());

    Typed typed = shop.person("bob", "cancel", operation.toString(), "--reason", "wrong order");

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(stored(operation)).isEqualTo("CANCELLED");
    Typed again = shop.operator("cancel", operation.toString(), "--reason", "again");
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains("the operation is CANCELLED");
  }

  @Test
  void aDelegateDecidesForSomebody() {
    UUID operation = shop.asked("payout:A7");
    shop.approver("lena", "legal");

    Typed none = shop.person("lena", "approve", operation.toString(), "--for", "alice");
    assertThat(none.err()).contains("delegated this to you");
    Typed delegated =
        shop.person(
            "alice",
            "delegate",
            "--to",
            "lena",
            "--role",
            "finance",
            "--until",
            "2999-01-01T00:00:00Z");
    assertThat(delegated.exit()).as(delegated.err()).isZero();
    Typed typed = shop.person("lena", "approve", operation.toString(), "--for", "alice");

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(shop.person("bob", "show", operation.toString()).out())
        .contains("GRANTED by lena for alice");
  }

  @Test
  void scriptsGetOneDocument() {
    UUID operation = shop.asked("payout:A7");

    JsonNode shown = shop.person("alice", "show", operation.toString(), "--json").json();
    JsonNode decided =
        shop.person(
                "alice",
                "approve",
                operation.toString(),
                "--version",
                shown.path("question").path("version").asText(),
                "--json")
            .json();

    assertThat(shown.path("question").path("arguments").path("order").asText()).isEqualTo("A7");
    assertThat(decided.path("operation").asText()).isEqualTo(operation.toString());
    assertThat(decided.path("state").asText()).isEqualTo("GRANTED");
    assertThat(decided.path("decidedBy").asText()).isEqualTo("alice");
  }

  @Test
  void aDecisionCountsForTheVersionThatWasSeen() {
    UUID operation = shop.asked("payout:A7");

    Typed typed = shop.person("alice", "approve", operation.toString(), "--version", "7");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err()).contains("not any more what you looked at");
    assertThat(stored(operation)).isEqualTo("AWAITING_HUMAN");
  }

  @Test
  void whatIsNotKnownIsSaid() {
    Typed typed = shop.person("alice", "approve", UUID.randomUUID().toString());

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err()).contains("Nobody is asked about");
  }

  @Test
  void anApproversRoleBelongsToALogin() {
    Typed typed =
        Typed.run(
            "migrate", "--url", shop.database.jdbcUrl(), "--user", "postgres", "--approver", "x");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("belong to a login");
  }

  private String stored(UUID operation) {
    return shop.database
        .query("SELECT state FROM sidegate.intent WHERE operation = '" + operation + "'")
        .get(0);
  }
}
