package dev.sidegate.engine.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sidegate.ApprovalRequiredException;
import dev.sidegate.EffectHeldException;
import dev.sidegate.EffectRejectedException;
import dev.sidegate.EffectScheduledException;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.Engine;
import dev.sidegate.engine.StoredPayloads;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.store.ApproverStore;
import dev.sidegate.engine.store.StoreSettings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a caller is told of a guarded call that needs a yes; its body never runs in his thread. */
class ApprovalGateTest {
  @TempDir Path directory;

  private final TestDatabase database = PostgresServer.shared().freshDatabase();
  private Engine engine;

  @BeforeEach
  void start() {
    engine = Engine.install(settings());
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void aCallThatNeedsAYesIsHeldAndTheSameCallFindsTheSameQuestion() {
    EffectHeldException first = held("pay", "A7", 1250, "as agreed");
    EffectHeldException again = held("pay", "A7", 1250, "in other words");

    assertThat(first).isInstanceOf(ApprovalRequiredException.class);
    assertThat(again.operation()).isEqualTo(first.operation());
    assertThat(first.toToolResult())
        .contains("awaiting_approval")
        .contains("Not sent. A person has to approve it.");
    assertThat(database.query("SELECT count(*) FROM sidegate.approval")).containsExactly("1");
  }

  @Test
  void theQuestionIsBoundToTheFreeTextToo() {
    UUID one = operation(held("pay", "A7", 1250, "as agreed"));

    assertThat(
            database.query(
                "SELECT bound_hash <> payload_hash FROM sidegate.approval WHERE intent = '"
                    + one
                    + "'"))
        .containsExactly("t");
    try (ApproverStore alice = approver()) {
      ApprovalCard card =
          new Approvals(alice, StoredPayloads.of(settings())).card(one).orElseThrow();
      assertThat(card.arguments())
          .isEqualTo(Map.of("order", "A7", "cents", 1250L, "text", "as agreed"));
      assertThat(card.what()).contains("It cannot be taken back.");
      assertThat(card.asked().approval().requester()).isNull();
    }
  }

  @Test
  void aRejectionIsToldWithItsReason() {
    UUID operation = operation(held("pay", "A7", 1250, "x"));
    try (ApproverStore alice = approver()) {
      alice.vote(
          new Vote(
              UUID.randomUUID(), operation, null, null, false, "too much", null, Decider.LOGIN));
    }

    EffectHeldException rejected = held("pay", "A7", 1250, "x");

    assertThat(rejected).isInstanceOf(EffectRejectedException.class);
    assertThat(rejected.toToolResult()).contains("rejected").contains("too much");
  }

  @Test
  void anApprovedCallIsScheduled() {
    UUID operation = operation(held("pay", "A7", 1250, "x"));
    try (ApproverStore alice = approver()) {
      alice.vote(
          new Vote(UUID.randomUUID(), operation, null, null, true, null, null, Decider.LOGIN));
    }

    assertThat(held("pay", "A7", 1250, "x")).isInstanceOf(EffectScheduledException.class);
  }

  @Test
  void theRuleLetsNarrowCasesPassAndAllElseGoesToAPerson() {
    assertThat(held("small", "A1", 50, "x")).isInstanceOf(EffectScheduledException.class);
    assertThat(held("small", "A2", 500, "x")).isInstanceOf(ApprovalRequiredException.class);
    assertThat(held("small", "A3", 0, "x"))
        .as("the rule throws")
        .isInstanceOf(ApprovalRequiredException.class);
    assertThat(
            database.query("SELECT verdict, rule_version FROM sidegate.rule_decision ORDER BY 1"))
        .containsExactly("FAILED|1", "PASSED|1", "SAID_NO|1");
  }

  @Test
  void whatHasValuesOfOneAttemptCannotRunLater() {
    assertThat(held("token", "A7", 1, "x")).hasMessageContaining("not set up correctly");
    assertThat(database.query("SELECT * FROM sidegate.intent")).isEmpty();
  }

  @Test
  void aLambdaCannotWaitForAPerson() {
    engine.close();
    engine = Engine.install(settings("sidegate.effects.mail.approval.role", "finance"));

    assertThat(
            catchThrowableOfType(
                EffectHeldException.class,
                () -> Sidegate.effect("mail").key("mail:{}", 1).payload("x").run(() -> {})))
        .hasMessageContaining("not set up correctly");
  }

  private EffectHeldException held(String method, String order, long cents, String text) {
    return catchThrowableOfType(
        EffectHeldException.class,
        () ->
            engine
                .door()
                .apply(
                    "enter",
                    new Object[] {
                      PayoutTool.lookup(),
                      method,
                      "(Ljava/lang/String;JLjava/lang/String;)Ljava/lang/String;",
                      new PayoutTool(),
                      new Object[] {order, cents, text}
                    }));
  }

  private static UUID operation(EffectHeldException held) {
    return UUID.fromString(String.valueOf(held.operation()));
  }

  private ApproverStore approver() {
    database.execute(
        """
        DO $$ BEGIN CREATE ROLE sidegate_approver_finance NOLOGIN IN ROLE sidegate_approver;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        DO $$ BEGIN CREATE ROLE alice LOGIN PASSWORD 'test';
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        GRANT sidegate_approver_finance TO alice
        """);
    return ApproverStore.open(StoreSettings.of(database.jdbcUrl(), "alice", "test"));
  }

  private Settings settings(String... more) {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.journal.directory", directory.toString());
    properties.setProperty("sidegate.effects.small.approval.sample", "0%");
    for (int i = 0; i < more.length; i += 2) {
      properties.setProperty(more[i], more[i + 1]);
    }
    return Settings.load(properties, Map.of());
  }
}
