package dev.sidegate.operator.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.world.TestDatabase.Login;
import dev.sidegate.operator.Shop;
import dev.sidegate.operator.Typed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AcceptCommandTest {
  private final Shop shop = new Shop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void theLooserPolicyThatWaitsIsShownAndAccepted() {
    shop.database.execute(
        "UPDATE sidegate.effect_policy SET policy = '{\"irreversible\":true}', version = 7,"
            + " proposed_policy = '{\"irreversible\":false}', proposed_at = now(),"
            + " proposed_by = 'agent'");

    Typed typed = shop.operator("policy", "accept", "refund", "--yes");

    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(typed.out())
        .contains("In force, version 7: {\"irreversible\":true}")
        .contains("proposed by agent: {\"irreversible\":false}")
        .endsWith("Accepted: effect refund runs under version 8.\n");
    assertThat(shop.database.query("SELECT policy, version FROM sidegate.effect_policy"))
        .containsExactly("{\"irreversible\":false}|8");
  }

  @Test
  void whatDoesNotWaitIsNotAccepted() {
    assertThat(shop.operator("policy", "accept", "refund", "--yes").err())
        .contains("No policy of the effect refund waits.");
    assertThat(shop.operator("policy", "accept", "mail", "--yes").err())
        .contains("There is no effect mail.");
    assertThat(shop.operator("policy").exit()).isEqualTo(2);
  }

  @Test
  void anAgentsLoginAcceptsNothing() {
    shop.database.execute("UPDATE sidegate.effect_policy SET proposed_policy = '{}'");
    Typed typed = shop.as(Login.AGENT, "policy", "accept", "refund", "--yes");
    assertThat(typed.exit()).isEqualTo(1);
    assertThat(shop.database.query("SELECT version FROM sidegate.effect_policy"))
        .containsExactly("1");
  }
}
