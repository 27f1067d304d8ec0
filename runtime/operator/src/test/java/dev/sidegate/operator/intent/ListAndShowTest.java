package dev.sidegate.operator.intent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sidegate.engine.world.TestDatabase.Login;
import dev.sidegate.operator.Shop;
import dev.sidegate.operator.Typed;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListAndShowTest {
  private final Shop shop = new Shop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void operationsAreListedNewestFirstWithTheirKeysDecoded() {
    UUID older = shop.completed("refund:caf%C3%A9%20au%20lait:1");
    UUID newer = shop.doubt("refund:1002:1");

    Typed typed = shop.operator("list");

    assertThat(typed.exit()).isZero();
    List<String> lines = typed.out().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("OPERATION ").contains("STATE ").contains("KEY ");
    assertThat(lines.get(1)).startsWith(newer + "  UNKNOWN ").contains("  refund:1002:1  ");
    assertThat(lines.get(2)).startsWith(older + "  COMPLETED ").contains("refund:café au lait:1");
  }

  @Test
  void onlyTheAskedStateIsListed() {
    shop.completed("refund:1001:1");
    UUID doubt = shop.doubt("refund:1002:1");

    JsonNode listed = shop.operator("list", "--state", "unknown", "--json").json();

    assertThat(listed).hasSize(1);
    assertThat(listed.get(0).path("operation").asText()).isEqualTo(doubt.toString());
    assertThat(listed.get(0).path("key").asText()).isEqualTo("refund:1002:1");
    assertThat(listed.get(0).path("state").asText()).isEqualTo("UNKNOWN");
  }

  @Test
  void aLongListIsReadPageByPage() {
    UUID first = shop.completed("refund:1:1");
    UUID second = shop.completed("refund:2:1");

    Typed page = shop.operator("list", "--limit", "1");

    assertThat(page.out()).contains(second.toString()).doesNotContain(first.toString());
    assertThat(page.out()).endsWith("Older ones: --before " + second + "\n");
    assertThat(shop.operator("list", "--before", second.toString()).out())
        .contains(first.toString())
        .doesNotContain(second.toString());
  }

  @Test
  void anEmptyListSaysSo() {
    assertThat(shop.operator("list").out()).isEqualTo("No operations.\n");
    assertThat(shop.operator("list", "--state", "UNKNOWN").out())
        .isEqualTo("No operation is UNKNOWN.\n");
    assertThat(shop.operator("list", "--json").json()).isEmpty();
  }

  @Test
  void aStateThatDoesNotExistIsWrongUsageAndTheStatesAreNamed() {
    Typed typed = shop.operator("list", "--state", "DOUBTFUL");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("DOUBTFUL").contains("UNKNOWN");
  }

  @Test
  void anOperationIsShownWithAttemptsTimelineAndWhatCanBeDone() {
    UUID doubt = shop.doubt("refund:1002:1");

    Typed typed = shop.as(Login.READER, "show", doubt.toString());

    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .startsWith("refund  refund:1002:1\n")
        .contains("State      UNKNOWN since ")
        .contains("Attempts   1 of 4, 1 unresolved")
        .contains("java.net.SocketTimeoutException: Read timed out")
        .contains("Provider's request ids of attempt 1: req_7")
        .contains("CLAIMED")
        .contains("sidegate settle " + doubt + " --applied RECEIPT --reason …");
  }

  @Test
  void whoAskedTheProviderIsShownAndWhatCameTooLateToo() {
    UUID doubt = shop.doubt("refund:1002:1");
    shop.database.execute(
        """
        INSERT INTO sidegate.reconciliation_probe (intent, number, owner, seen, reconciler, silent,
          started_at, expires_at, ended_at, verdict, receipt, detail, moved)
        SELECT '%s', number, gen_random_uuid(), 2, 'find@1', true, now(), now(), now(), verdict,
          receipt, detail, moved
        FROM (VALUES (1, 'UNDETERMINED', NULL, 'the lookup returned null', true),
          (2, 'APPLIED', 're_9', NULL, false)) AS p (number, verdict, receipt, detail, moved)
        """
            .formatted(doubt));

    assertThat(shop.operator("show", doubt.toString()).out())
        .contains("Asked the provider")
        .contains("find@1")
        .contains("the lookup returned null")
        .contains("re_9")
        .contains("too late: it had moved before");
    JsonNode shown = shop.operator("show", doubt.toString(), "--json").json();
    assertThat(shown.at("/lookups").findValuesAsText("verdict"))
        .containsExactly("UNDETERMINED", "APPLIED");
    assertThat(shown.at("/lookups/1/moved").asBoolean(true)).isFalse();
  }

  @Test
  void noControlCharacterReachesTheTerminal() {
    UUID doubt = shop.doubt("refund:1002:1");

    assertThat(shop.operator("show", doubt.toString()).out())
        .doesNotContain("\u001b")
        .contains("Read timed out [31m and more");
  }

  @Test
  void scriptsGetTheWholeHistory() {
    UUID completed = shop.completed("refund:1001:1");

    JsonNode shown = shop.operator("show", completed.toString(), "--json").json();

    assertThat(shown.path("operation").asText()).isEqualTo(completed.toString());
    assertThat(shown.at("/intent/receipt").asText()).isEqualTo("re_1");
    assertThat(shown.at("/attempts/0/state").asText()).isEqualTo("COMPLETED");
    assertThat(shown.at("/events").findValuesAsText("kind"))
        .containsExactly("CLAIMED", "COMPLETED");
  }

  @Test
  void anOperationThatIsNotThereIsNotFound() {
    UUID nobody = UUID.randomUUID();

    Typed typed = shop.operator("show", nobody.toString());

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.err()).startsWith("There is no operation " + nobody + ".");
  }

  @Test
  void whatIsNoIdIsWrongUsage() {
    Typed typed = shop.operator("show", "refund:1002:1");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("refund:1002:1");
  }
}
