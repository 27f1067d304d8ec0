package dev.sidegate.engine.store;

import dev.sidegate.engine.audit.AuditLine;
import dev.sidegate.engine.audit.AuditStore;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What people ask and decide, over one connection of their own login; PostgreSQL says what that
 * login may. Not safe for several threads. Every method throws {@link StoreUnavailableException} if
 * the database cannot be asked, or refuses the login.
 */
public final class OperatorStore implements AutoCloseable {
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final StoreSettings settings;
  private final Connection connection;
  private final IntentReader reader = new IntentReader();
  private final DecideStatements statements = new DecideStatements();
  private final AuditDesk audit = new AuditDesk();
  private final Query<String> olderClaims =
      new Query<>(
          "older_claims", row -> row.getInt("pid") + " " + row.getString("virtualtransaction"));
  private final GateStatements gate = new GateStatements();
  private final DecisionReader decisions = new DecisionReader();
  private final PolicyStatements policies = new PolicyStatements();
  private final SqlText flip = SqlText.named("switch");

  private OperatorStore(StoreSettings settings, Connection connection) {
    this.settings = settings;
    this.connection = connection;
  }

  /**
   * Connects.
   *
   * @throws StoreUnavailableException if the database is away, not migrated or of another version
   */
  public static OperatorStore open(StoreSettings settings) {
    PostgresDataSource source =
        new PostgresDataSource(
            settings,
            List.of(new SessionCheck(SessionSettings.of(settings)), new SchemaCheck()),
            SessionName.ofOperator());
    try {
      return new OperatorStore(settings, source.getConnection());
    } catch (SQLException e) {
      throw StoreConnections.unavailable(settings, e);
    }
  }

  /**
   * Intents, newest first.
   *
   * @param state only these; null for all
   * @param before only operations older than this one; null for the newest
   * @param most how many at most
   */
  public List<IntentRecord> list(@Nullable IntentState state, @Nullable UUID before, int most) {
    return ask(() -> reader.list(connection, state, before, most));
  }

  /** One intent with attempts, audit chain and late evidence. */
  public Optional<IntentHistory> history(UUID operation) {
    return ask(() -> reader.history(connection, operation));
  }

  /** Bodies that may be running, in any JVM. */
  public List<BodyInFlight> inFlight() {
    return ask(() -> reader.inFlight(connection));
  }

  /** Every row of the kill switch; without a row for everything, everything is closed. */
  public List<KillSwitch> switches() {
    return ask(() -> reader.switches(connection));
  }

  /**
   * The terminal queue, newest first: every intent that waits for a person.
   *
   * @param effect only of this effect; null for all
   * @param before only operations older than this one; null for the newest
   * @param most how many at most
   */
  public List<HeldIntent> held(@Nullable String effect, @Nullable UUID before, int most) {
    return ask(() -> reader.held(connection, effect, before, most));
  }

  /** Decides about one intent. Repeating a decision with its id answers the same. */
  public DecisionOutcome decide(Decision decision) {
    return ask(() -> outcome(statements.decide(connection, decision), decision));
  }

  /**
   * Grants more budget to many at once; each is a decision of its own.
   *
   * @return the operations that got it by this call
   */
  public List<UUID> grant(HeldGrant order) {
    return ask(() -> statements.grant(connection, order));
  }

  private DecisionOutcome outcome(String verdict, Decision decision) throws SQLException {
    if (verdict.equals("OTHER_DECISION")) {
      return new DecisionOutcome.OtherDecision(decision.id());
    }
    Optional<IntentRecord> intent = reader.find(connection, decision.operation());
    if (intent.isEmpty()) {
      return new DecisionOutcome.NotFound(decision.operation());
    }
    return verdict.equals("DECIDED") || verdict.equals("DECIDED_BEFORE")
        ? new DecisionOutcome.Decided(intent.get())
        : new DecisionOutcome.Moved(intent.get());
  }

  /**
   * Closes the kill switch, and returns when no claim can be granted any more by what was before:
   * every claim statement with an older snapshot has ended (law 11).
   *
   * @return bodies in flight, which no switch stops
   */
  public List<BodyInFlight> stop(SwitchTarget target, String reason) {
    flip(target, reason, "STOPPED");
    return ask(
        () -> {
          Set<String> older = readers();
          while (!older.isEmpty()) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            older = remaining(older);
          }
          return reader.inFlight(connection).stream()
              .filter(body -> matches(target.effect(), body.key().effect()))
              .filter(body -> matches(target.scope(), body.key().scope()))
              .toList();
        });
  }

  /** Opens the kill switch, as far as this target goes; another row may still close. */
  public void resume(SwitchTarget target, String reason) {
    flip(target, reason, "RESUMED");
  }

  /** Reads the whole audit, as it stands at one moment; see {@link AuditLine} for the order. */
  public void readAudit(Consumer<AuditLine> to) {
    ask(
        () -> {
          audit.read(connection, to);
          return to;
        });
  }

  /** Seals what no anchor has sealed yet. */
  public AuditStore.Sealed seal() {
    return ask(() -> audit.seal(connection));
  }

  /**
   * Prunes what is settled and old enough among the next operations, a small step that holds nobody
   * up. Doubt, what waits for a person, and what no anchor stands for is left alone.
   *
   * @param after where the step before stopped; the zero id at the beginning
   * @param dry only count
   * @return where it stopped; the last step examined no operation
   */
  public Pruned prune(Retention retention, UUID after, boolean dry) {
    return ask(() -> audit.prune(connection, retention, after, dry));
  }

  /** Whether a failover or restore holds effects without a provider's promise; empty: it does. */
  public Optional<FailoverGate> failoverGate() {
    return ask(() -> gate.find(connection));
  }

  /**
   * Opens the gate that a failover or restore closed.
   *
   * @return false if it was not closed
   */
  public boolean resumeAfterFailover(String reason) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("a gate needs a reason");
    }
    return ask(() -> gate.open(connection, reason));
  }

  /** What people decided about an intent, in order. */
  public List<DecisionRecord> decisions(UUID operation) {
    return ask(() -> decisions.list(connection, operation));
  }

  /** The operation that corrects this one. */
  public Optional<UUID> correction(UUID operation) {
    return ask(() -> decisions.correction(connection, operation));
  }

  /** The policy of an effect; empty if the effect was never proposed. */
  public Optional<PolicyRecord> policy(String effect) {
    return ask(() -> policies.find(connection, effect));
  }

  /**
   * Accepts the policy that waits. Questions under the old one are void.
   *
   * @param seen the policy that the person looked at
   * @return false if another one waits by now, or none
   */
  public boolean acceptPolicy(String effect, String seen) {
    return ask(() -> policies.accept(connection, effect, seen));
  }

  private static boolean matches(String switched, String actual) {
    return switched.equals(SwitchTarget.EVERY) || switched.equals(actual);
  }

  private Set<String> readers() throws SQLException {
    return Set.copyOf(olderClaims.run(connection, parameters -> {}));
  }

  private Set<String> remaining(Set<String> older) throws SQLException {
    Set<String> now = readers();
    return Set.copyOf(older.stream().filter(now::contains).toList());
  }

  private void flip(SwitchTarget target, String reason, String kind) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("a switch needs a reason");
    }
    ask(
        () -> {
          try (PreparedStatement statement = connection.prepareStatement(flip.jdbc())) {
            new Parameters(flip, statement)
                .text("effect", target.effect())
                .text("scope", target.scope())
                .object("enabled", kind.equals("RESUMED"))
                .text("reason", reason)
                .text("kind", kind)
                .text(
                    "detail",
                    AuditDetail.of(
                        "effect", target.effect(), "scope", target.scope(), "reason", reason))
                .complete()
                .execute();
            CommitWarnings.refuse(statement);
            return kind;
          }
        });
  }

  private <A> A ask(Question<A> question) {
    try {
      return question.ask();
    } catch (SQLException e) {
      throw StoreConnections.unavailable(settings, e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // Nothing was open on it.
    }
  }

  @FunctionalInterface
  private interface Question<A> {
    A ask() throws SQLException;
  }
}
