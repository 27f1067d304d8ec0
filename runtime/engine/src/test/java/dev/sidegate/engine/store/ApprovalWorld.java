package dev.sidegate.engine.store;

import dev.sidegate.ApprovalMode;
import dev.sidegate.engine.approval.ApprovalPolicy;
import dev.sidegate.engine.approval.Decider;
import dev.sidegate.engine.approval.EffectPolicy;
import dev.sidegate.engine.approval.Vote;
import dev.sidegate.engine.approval.VoteOutcome;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.Question;
import dev.sidegate.engine.intent.RuleDecision;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A shop whose effects need a yes, and the people who may give it. */
final class ApprovalWorld implements AutoCloseable {
  static final String ROLE = "finance";
  static final String RULE = "com.acme.SmallRefund";

  final StoreWorld world = new StoreWorld();
  final TestDatabase database = world.database;
  final PostgresStore store = world.store;
  private final Map<String, ApproverStore> signedIn = new HashMap<>();
  private int version = 1;

  /** A yes of one person in the role, within a day. */
  static EffectPolicy beforeAct() {
    return beforeAct(1);
  }

  static EffectPolicy beforeAct(int needed) {
    return policy(ApprovalMode.BEFORE_ACT, needed, Duration.ofHours(24), null, null);
  }

  static EffectPolicy window(Duration window) {
    return policy(ApprovalMode.CANCEL_WINDOW, 1, Duration.ofHours(24), window, null);
  }

  static EffectPolicy byException(int samplePpm) {
    return policy(
        ApprovalMode.BY_EXCEPTION,
        1,
        Duration.ofHours(24),
        null,
        new ApprovalPolicy.Rule(RULE, 1, samplePpm));
  }

  static EffectPolicy policy(
      ApprovalMode mode,
      int needed,
      Duration expiresIn,
      @Nullable Duration window,
      ApprovalPolicy.@Nullable Rule rule) {
    return new EffectPolicy(
        Optional.of(
            new ApprovalPolicy(
                ROLE,
                mode,
                needed,
                expiresIn,
                Optional.ofNullable(window),
                Optional.ofNullable(rule),
                Optional.empty())),
        false);
  }

  /** The effect demands this from now on. */
  ApprovalWorld demanding(EffectPolicy policy) {
    version =
        store.propose(
            new EffectProposal("refund", "com.acme.Refunds#refund", Set.of(), policy.canonical()));
    return this;
  }

  /** Whatever was demanded, this is from now on; as a person's acceptance does. */
  ApprovalWorld demandingWhatever(EffectPolicy policy) {
    database.execute(
        "UPDATE sidegate.effect_policy SET proposed_policy = '" + policy.canonical() + "'");
    database.execute("SELECT sidegate.accept_policy('refund', '" + policy.canonical() + "')");
    version = Integer.parseInt(database.query("SELECT version FROM sidegate.effect_policy").get(0));
    return this;
  }

  EnqueueRequest wish(String key) {
    return wish(key, "payload", null, null);
  }

  EnqueueRequest wish(String key, String payload) {
    return wish(key, payload, null, null);
  }

  EnqueueRequest ruled(String key, RuleDecision.Verdict verdict) {
    return wish(key, "payload", new RuleDecision(RULE, 1, verdict), null);
  }

  EnqueueRequest requestedBy(String key, String requester) {
    return wish(key, "payload", null, requester);
  }

  EnqueueRequest wish(
      String key, String payload, @Nullable RuleDecision rule, @Nullable String requester) {
    return new EnqueueRequest(
        new IntentKey("", "refund", key),
        Asking.payload(payload),
        digest("bound " + payload),
        version,
        Asking.BUDGET,
        Duration.ZERO,
        null,
        null,
        Asking.SETTLE_DELAY,
        rule,
        new Question(
            requester,
            Map.of("owner", "com.acme.Refunds#refund", "parameters", "order,amount"),
            List.of("log"),
            Duration.ofHours(12)),
        new CallContext(Map.of("release", "r1")));
  }

  /** Asks, and answers the question's operation. */
  UUID asked(String key) {
    return standing(store.enqueue(wish(key))).operation();
  }

  static IntentSnapshot standing(ClaimOutcome outcome) {
    if (outcome instanceof ClaimOutcome.Standing standing) {
      return standing.intent();
    }
    throw new AssertionError("not standing: " + outcome);
  }

  /** A person's own login, in the role. */
  ApproverStore approver(String login) {
    return approver(login, ROLE);
  }

  ApproverStore approver(String login, String role) {
    return person(login, "sidegate_approver_" + role);
  }

  /** A person's own login, in a group of the database; signed in until the world ends. */
  ApproverStore person(String login, String group) {
    return signedIn.computeIfAbsent(
        login + " in " + group,
        name -> {
          if (group.startsWith("sidegate_approver_")) {
            makeRole(group, "NOLOGIN IN ROLE sidegate_approver");
          }
          makeRole(login, "LOGIN PASSWORD 'test'");
          database.execute("GRANT " + group + " TO " + login);
          return ApproverStore.open(StoreSettings.of(database.jdbcUrl(), login, "test"));
        });
  }

  /** Roles belong to the server, and other tests make the same. */
  private void makeRole(String name, String options) {
    database.execute(
        """
        DO $$ BEGIN CREATE ROLE %s %s;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
        """
            .formatted(name, options));
  }

  static Vote yes(UUID operation) {
    return new Vote(UUID.randomUUID(), operation, null, null, true, null, null, Decider.LOGIN);
  }

  static Vote no(UUID operation, String reason) {
    return new Vote(UUID.randomUUID(), operation, null, null, false, reason, null, Decider.LOGIN);
  }

  VoteOutcome.Verdict approvedBy(String login, UUID operation) {
    return approver(login).vote(yes(operation)).verdict();
  }

  /** Runs SQL as somebody. */
  void as(String login, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database.jdbcUrl(), login, "test");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  String one(String sql) {
    List<String> rows = database.query(sql);
    if (rows.size() != 1) {
      throw new AssertionError(sql + " has " + rows.size() + " rows: " + rows);
    }
    return rows.get(0);
  }

  String approval(UUID operation, String columns) {
    return one(
        "SELECT "
            + columns
            + " FROM sidegate.approval WHERE intent = '"
            + operation
            + "'"
            + " ORDER BY number DESC LIMIT 1");
  }

  List<String> queue(UUID operation) {
    return database.query(
        "SELECT state FROM sidegate.effect_outbox WHERE intent = '" + operation + "'");
  }

  /** Lets a question's time run out without waiting for it. */
  void endQuestion(UUID operation) {
    past(
        "UPDATE sidegate.approval SET expires_at = clock_timestamp() - interval '1 ms'"
            + " WHERE intent = '"
            + operation
            + "'");
  }

  /** Past the walls: only time can do it otherwise. */
  void past(String sql) {
    database.execute("SET session_replication_role = replica; " + sql);
  }

  static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    signedIn.values().forEach(ApproverStore::close);
    world.close();
  }
}
