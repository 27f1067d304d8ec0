package dev.sidegate.operator.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sidegate.engine.world.TestDatabase.Login;
import dev.sidegate.operator.Shop;
import dev.sidegate.operator.Typed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandsTest {
  private final Shop shop = new Shop();

  @TempDir private Path directory;

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void anIntactAuditIsSealedExportedAndVerifiedElsewhere() {
    shop.completed("refund:1:1");
    shop.doubt("refund:2:1");

    assertThat(shop.operator("audit", "anchor").out())
        .isEqualTo("2 chains are sealed by 1 new anchors.\n");
    assertThat(shop.operator("audit", "anchor").out()).isEqualTo("Nothing waits to be sealed.\n");
    Path file = directory.resolve("audit.jsonl");
    assertThat(shop.as(Login.READER, "audit", "export", "--to", file.toString()).exit()).isZero();

    Typed typed = shop.as(Login.READER, "audit", "verify", "--kept", file.toString());
    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .isEqualTo(
            "The audit is intact.\n4 events in 3 chains, sealed by 1 anchors; 0 chains wait for the"
                + " next anchor, 0 were pruned behind one.\n");
    assertThat(Typed.run("audit", "verify", "--file", file.toString()).out())
        .as("without a database")
        .isEqualTo(typed.out());
  }

  @Test
  void whatWasChangedIsNamedAndTheExitCodeSaysSo() throws IOException {
    UUID completed = shop.completed("refund:1:1");
    shop.database.execute(
        "SET session_replication_role = replica;"
            + " UPDATE sidegate.audit_event SET kind = 'DOUBT' WHERE sequence = 2");
    Path file = directory.resolve("audit.jsonl");
    shop.operator("audit", "export", "--to", file.toString());

    Typed typed = shop.operator("audit", "verify");
    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.out())
        .startsWith("The audit is not as it was written: 1 findings.\n")
        .contains(completed + "  2      –       was changed");
    JsonNode json = Typed.run("audit", "verify", "--file", file.toString(), "--json").json();
    assertThat(json.path("intact").asBoolean()).isFalse();
    assertThat(json.at("/findings/0/chain").asText()).isEqualTo(completed.toString());
    assertThat(json.at("/findings/0/event").asLong()).isEqualTo(2);

    Files.writeString(file, "{\"line\":\"header\"}\n");
    assertThat(Typed.run("audit", "verify", "--file", file.toString()).out())
        .contains("the file was cut off");
  }

  @Test
  void anExportIsNotWrittenOverAndAMissingOneIsWrongUsage() throws IOException {
    Path file = Files.writeString(directory.resolve("audit.jsonl"), "kept");

    assertThat(shop.operator("audit", "export", "--to", file.toString()).exit()).isEqualTo(1);
    assertThat(file).hasContent("kept");
    assertThat(
            shop.operator("audit", "verify", "--file", directory.resolve("no").toString()).exit())
        .isEqualTo(2);
    assertThat(shop.operator("audit").exit()).isEqualTo(2);
  }

  @Test
  void whatIsSettledIsPrunedAndStillAnswers() {
    UUID completed = shop.completed("refund:1:1");
    shop.doubt("refund:2:1");

    assertThat(shop.operator("prune").out())
        .isEqualTo("Pruned: 0 operations, 0 ended processes.\n");
    JsonNode counted = shop.operator("prune", "--older-than", "0s", "--dry-run", "--json").json();
    assertThat(counted.path("dryRun").asBoolean()).isTrue();
    assertThat(counted.path("operations").asLong()).isEqualTo(1);
    assertThat(shop.operator("prune", "--older-than", "0s", "--effect", "other").out())
        .startsWith("Pruned: 0 operations");
    assertThat(shop.operator("prune", "--older-than", "0s", "--effect", "refund").out())
        .isEqualTo("Pruned: 1 operations, 0 ended processes.\n");

    assertThat(shop.operator("show", completed.toString()).out()).contains("COMPLETED");
    assertThat(shop.operator("list", "--state", "UNKNOWN", "--json").json()).hasSize(1);
    assertThat(shop.operator("audit", "verify").exit()).isZero();
  }

  @Test
  void onlyAnOperatorPrunes() {
    shop.completed("refund:1:1");

    assertThat(shop.as(Login.READER, "prune", "--older-than", "0s").exit()).isEqualTo(1);
    assertThat(shop.operator("prune", "--older-than", "soon").exit()).isEqualTo(2);
  }
}
