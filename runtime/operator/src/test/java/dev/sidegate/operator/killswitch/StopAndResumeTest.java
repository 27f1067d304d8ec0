package dev.sidegate.operator.killswitch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.world.TestDatabase.Login;
import dev.sidegate.operator.Shop;
import dev.sidegate.operator.Typed;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StopAndResumeTest {
  private final Shop shop = new Shop();
  private final InputStream stdin = System.in;

  @AfterEach
  void close() {
    System.setIn(stdin);
    shop.close();
  }

  @Test
  void afterAStopNothingStartsAndWhatRunsIsListed() {
    Claimed running = shop.running("refund:1:1");

    Typed typed = shop.operator("stop", "--reason", "the model runs wild");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .startsWith("Stopped: every effect.\n")
        .contains("Running already, and no switch stops it:")
        .contains(running.operation().toString());
    assertThat(shop.claim("refund:2:1")).isEqualTo(new ClaimOutcome.Stopped("the model runs wild"));
  }

  @Test
  void scriptsGetWhatWasStoppedAndWhatRuns() {
    Claimed running = shop.running("refund:1:1");

    JsonNode stopped =
        shop.operator("stop", "--effect", "refund", "--reason", "x", "--json").json();

    assertThat(stopped.at("/stopped/effect").asText()).isEqualTo("refund");
    assertThat(stopped.at("/inFlight/0/operation").asText())
        .isEqualTo(running.operation().toString());
  }

  @Test
  void oneEffectIsStoppedAndTheOthersGoOn() {
    Typed typed = shop.operator("stop", "--effect", "mail", "--reason", "x");

    assertThat(typed.out()).isEqualTo("Stopped: effect mail.\nNothing is running.\n");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Granted.class);
  }

  @Test
  void resumeAsksForTheNameAndShowsWhatItReleases() {
    shop.operator("stop", "--effect", "refund", "--reason", "the model runs wild");
    typing("refund");

    Typed typed = shop.operator("resume", "--effect", "refund", "--reason", "prompt mended");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .startsWith("effect refund is stopped since ")
        .contains("by operator: the model runs wild")
        .contains("This releases new calls of effect refund.")
        .contains("Type 'refund' to resume: ")
        .endsWith("Resumed: effect refund.\n");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Granted.class);
  }

  @Test
  void withoutTheNameNothingIsResumed() {
    shop.operator("stop", "--reason", "x");
    typing("refund");

    Typed typed = shop.operator("resume", "--reason", "y");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err()).contains("'everything' was not typed").contains("--yes");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Stopped.class);
  }

  @Test
  void anotherRowThatStillClosesIsSaid() {
    shop.operator("stop", "--reason", "all");
    shop.operator("stop", "--effect", "refund", "--reason", "refunds too");

    Typed typed = shop.operator("resume", "--reason", "y", "--yes");

    assertThat(typed.out())
        .contains("Resumed: every effect.")
        .contains("But effect refund is stopped since ");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Stopped.class);
  }

  @Test
  void whatIsNotStoppedIsNotResumed() {
    Typed typed = shop.operator("resume", "--effect", "refund", "--reason", "y", "--yes");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).isEqualTo("Not stopped: effect refund.\n");
    assertThat(shop.database.query("SELECT effect FROM sidegate.kill_switch")).containsExactly("*");
  }

  @Test
  void anAgentsLoginMayNotResume() {
    shop.operator("stop", "--reason", "x");

    Typed typed = shop.as(Login.AGENT, "resume", "--reason", "let me", "--yes");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err()).contains("does not allow this login");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Stopped.class);
  }

  @Test
  void afterAFailoverAPersonComparesAndResumes() {
    shop.database.execute(
        "UPDATE sidegate.failover_gate SET open = false, reason = 'timeline 2 instead of 1',"
            + " changed_at = clock_timestamp()");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Stopped.class);
    typing("failover");

    Typed typed = shop.operator("resume", "--failover", "--reason", "compared with the provider");

    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .startsWith("Closed since ")
        .contains("timeline 2 instead of 1")
        .contains("0 that failed and may be tried again")
        .endsWith("Resumed after the failover.\n");
    assertThat(shop.claim("refund:1:1")).isInstanceOf(ClaimOutcome.Granted.class);
    assertThat(shop.operator("resume", "--failover", "--reason", "again").out())
        .isEqualTo("Not closed by a failover.\n");
    assertThat(shop.operator("resume", "--failover", "--effect", "refund", "--reason", "x").exit())
        .isEqualTo(2);
  }

  @Test
  void theSwitchesAreListedWithWhoWhenAndWhy() {
    shop.operator("stop", "--effect", "refund", "--reason", "the model runs wild");

    assertThat(shop.operator("list", "--switches").out())
        .contains("every effect")
        .containsPattern("effect refund +stopped .* operator +the model runs wild")
        .containsPattern("effects without a provider's promise +open");
    JsonNode listed = shop.operator("list", "--switches", "--json").json();
    assertThat(listed.at("/switches")).hasSize(2);
    assertThat(listed.at("/failover/open").asBoolean()).isTrue();
  }

  private static void typing(String text) {
    System.setIn(new ByteArrayInputStream((text + "\n").getBytes(StandardCharsets.UTF_8)));
  }
}
