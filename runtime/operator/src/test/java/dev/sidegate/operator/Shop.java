package dev.sidegate.operator;

import dev.sidegate.FailureClass;
import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.Failure;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.store.PostgresStore;
import dev.sidegate.engine.store.StoreSettings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
