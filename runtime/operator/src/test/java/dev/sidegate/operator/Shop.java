package dev.sidegate.operator;

import dev.sidegate.ApprovalMode;
import dev.sidegate.FailureClass;
import dev.sidegate.engine.approval.ApprovalPolicy;
import dev.sidegate.engine.approval.EffectPolicy;
import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.Question;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.payload.CanonicalForm;
import dev.sidegate.engine.payload.Envelope;
import dev.sidegate.engine.payload.Payloads;
import dev.sidegate.engine.payload.Tree;
import dev.sidegate.engine.store.PostgresStore;
import dev.sidegate.engine.store.StoreSettings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** An application whose agent refunds, on a database of its own, and who looks at it. */
public final class Shop implements AutoCloseable {
  /** Where its operations are. */
  public final TestDatabase database = PostgresServer.shared().freshDatabase();

  private final PostgresStore store =
      PostgresStore.open(
          StoreSettings.of(
              database.jdbcUrl(), database.user(Login.AGENT), database.password(Login.AGENT)));

  /** Opens it. */
  public Shop() {
    store.propose(new EffectProposal("refund", "shop.Refunds#refund", Set.of(), ""));
  }

  /** An attempt that runs. */
  public Claimed running(String key) {
    ClaimOutcome outcome = claim(key);
    if (outcome instanceof ClaimOutcome.Granted granted) {
      return granted.claim();
    }
    throw new AssertionError("not granted: " + outcome);
  }

  /** Asks for an attempt. */
  public ClaimOutcome claim(String key) {
    return store.claim(
        new ClaimRequest(
            new IntentKey("", "refund", key),
            new Payload(new PayloadHash(new byte[32], 1, "0123456789abcdef"), new byte[] {1}),
            new LeaseOwner(UUID.randomUUID()),
            Duration.ofSeconds(30),
            1,
            new Budget(4, Duration.ofMinutes(15)),
            new CallContext(Map.of("release", "r1")),
            ProviderPromise.NONE,
            Duration.ofMinutes(15),
            null,
            null,
            Duration.ofSeconds(1),
            false));
  }

  /** A refund that the provider confirmed. */
  public UUID completed(String key) {
    Claimed claim = running(key);
    settle(claim, new Settlement.Completed(new byte[] {1}, "re_1"));
    return claim.operation();
  }

  /** A refund whose answer got lost. */
  public UUID doubt(String key) {
    Claimed claim = running(key);
    settle(
        claim,
        new Settlement.Doubt(
            new Failure(
                FailureClass.UNKNOWN_AFTER_START,
                "java.net.SocketTimeoutException",
                "Read timed out\u001b[31m\nand more"),
            Duration.ZERO));
    return claim.operation();
  }

  /** A payout that waits for somebody in the role finance; asked for by robert. */
  public UUID asked(String key) {
    EffectPolicy policy =
        new EffectPolicy(
            Optional.of(
                new ApprovalPolicy(
                    "finance",
                    ApprovalMode.BEFORE_ACT,
                    1,
                    Duration.ofHours(24),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())),
            true);
    int version =
        store.propose(
            new EffectProposal("payout", "shop.Payouts#pay", Set.of(), policy.canonical()));
    IntentKey wish = new IntentKey("", "payout", key);
    Payloads payloads = new Payloads(CanonicalForm.withoutSecret(), Envelope.plain());
    Tree arguments =
        Tree.of(
            Map.of(
                "0",
                "A7",
                "1",
                new BigDecimal("12.50"),
                "2",
                Map.entry("free-text", "as agreed\u001b[31m"),
                "3",
                "visible"));
    ClaimOutcome outcome =
        store.enqueue(
            new EnqueueRequest(
                wish,
                payloads.payload(wish, arguments, "0123456789abcdef"),
                payloads.boundDigest(arguments),
                version,
                new Budget(4, Duration.ofMinutes(15)),
                Duration.ZERO,
                null,
                null,
                Duration.ofSeconds(1),
                null,
                new Question(
                    "robert",
                    Map.of(
                        "owner", "shop.Payouts#pay",
                        "parameters", "order,amount,text,note",
                        "irreversible", "true",
                        "model", "gpt-x",
                        "source", "https://desk/ticket/7"),
                    List.of("log"),
                    Duration.ofHours(12)),
                new CallContext(Map.of("release", "r1"))));
    if (outcome instanceof ClaimOutcome.Standing standing) {
      return standing.intent().operation();
    }
    throw new AssertionError("not asked: " + outcome);
  }

  /** Runs a command signed in as a person, whose login is made first. */
  public Typed person(String login, String... arguments) {
    database.execute(
        "DO $$ BEGIN CREATE ROLE %s LOGIN PASSWORD 'test'; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
            .formatted(login));
    String[] all = Arrays.copyOf(arguments, arguments.length + 4);
    all[arguments.length] = "--url";
    all[arguments.length + 1] = database.jdbcUrl() + "?password=test";
    all[arguments.length + 2] = "--user";
    all[arguments.length + 3] = login;
    return Typed.run(all);
  }

  /** Puts a person's login into a role of approvers, as the owner does it. */
  public void approver(String login, String role, String... more) {
    person(login, "--help");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "migrate",
                "--url",
                database.jdbcUrl(),
                "--user",
                "postgres",
                "--login",
                login,
                "--approver",
                role));
    arguments.addAll(List.of(more));
    Typed typed = Typed.run(arguments.toArray(String[]::new));
    if (typed.exit() != 0) {
      throw new AssertionError(typed.err());
    }
  }

  /** Runs a command of a person on call. */
  public Typed operator(String... arguments) {
    return as(Login.OPERATOR, arguments);
  }

  /** Runs a command signed in as somebody. */
  public Typed as(Login login, String... arguments) {
    String[] all = new String[arguments.length + 4];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--url";
    all[arguments.length + 1] = database.jdbcUrl() + "?password=" + database.password(login);
    all[arguments.length + 2] = "--user";
    all[arguments.length + 3] = database.user(login);
    return Typed.run(all);
  }

  private void settle(Claimed claim, Settlement settlement) {
    store.settle(new SettleRequest(claim, settlement, List.of("req_7"), AttemptEvidence.NONE));
  }

  @Override
  public void close() {
    store.close();
  }
}
