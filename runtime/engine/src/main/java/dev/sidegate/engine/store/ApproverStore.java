package dev.sidegate.engine.store;

import dev.sidegate.engine.approval.ApprovalStore;
import dev.sidegate.engine.approval.Asked;
import dev.sidegate.engine.approval.Decider;
import dev.sidegate.engine.approval.Vote;
import dev.sidegate.engine.approval.VoteOutcome;
import dev.sidegate.engine.approval.Withdrawal;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Questions and answers over one connection of a person's own login. Not safe for several threads.
 * A row that others hold is waited for as long as the settings' patience: of fifty people at once
 * one decides, and the others are told so.
 */
public final class ApproverStore implements ApprovalStore, AutoCloseable {
  private final StoreSettings settings;
  private final Connection connection;
  private final ApprovalReader reader = new ApprovalReader();
  private final Query<String> decide =
      new Query<>("decide_approval", row -> row.getString("verdict"));
  private final Query<Withdrawal.Outcome> cancel =
      new Query<>(
          "cancel",
          row ->
              new Withdrawal.Outcome(
                  Withdrawal.Verdict.valueOf(row.getString("verdict")),
                  state(row.getString("intent_state"))));
  private final Query<Boolean> announce = new Query<>("announce", row -> true);
  private final Query<Boolean> delegate =
      new Query<>("delegate", row -> row.getBoolean("delegated"));

  private ApproverStore(StoreSettings settings, Connection connection) {
    this.settings = settings;
    this.connection = connection;
  }

  /**
   * Connects.
   *
   * @throws StoreUnavailableException if the database is away, not migrated or of another version
   */
  public static ApproverStore open(StoreSettings settings) {
    PostgresDataSource source =
        new PostgresDataSource(
            settings,
            List.of(new SessionCheck(SessionSettings.of(settings)), new SchemaCheck()),
            SessionName.ofOperator());
    try {
      return new ApproverStore(settings, source.getConnection());
    } catch (SQLException e) {
      throw StoreConnections.unavailable(settings, e);
    }
  }

  @Override
  public Optional<Asked> find(UUID operation) {
    return ask(() -> reader.find(connection, operation));
  }

  @Override
  public VoteOutcome vote(Vote vote) {
    Decider.SignedIn signedIn = vote.decider().signedIn();
    String verdict =
        ask(
            () ->
                decide
                    .run(
                        connection,
                        parameters ->
                            parameters
                                .object("vote", vote.id())
                                .object("operation", vote.operation())
                                .object("seen", vote.seenVersion())
                                .text("seen_digest", vote.seenDigest())
                                .object("yes", vote.yes())
                                .text("reason", vote.reason())
                                .object(
                                    "token", vote.token() == null ? null : vote.token().sha256())
                                .text("principal", vote.decider().principal())
                                .text("issuer", signedIn == null ? null : signedIn.issuer())
                                .text("subject", signedIn == null ? null : signedIn.subject())
                                .object("roles", roles(signedIn)))
                    .get(0));
    if (verdict.equals("DECIDED") && vote.yes()) {
      announce();
    }
    return new VoteOutcome(VoteOutcome.Verdict.valueOf(verdict), find(vote.operation()));
  }

  /** After the commit; who does not hear it looks by himself. */
  private void announce() {
    try {
      announce.run(connection, parameters -> {});
    } catch (SQLException notAnnounced) {
      // The decision stands, whoever is awake.
    }
  }

  private java.sql.@Nullable Array roles(Decider.@Nullable SignedIn signedIn) throws SQLException {
    return signedIn == null
        ? null
        : connection.createArrayOf("text", signedIn.roles().toArray(String[]::new));
  }

  @Override
  public Withdrawal.Outcome withdraw(Withdrawal withdrawal) {
    return ask(
        () ->
            cancel
                .run(
                    connection,
                    parameters ->
                        parameters
                            .object("decision", withdrawal.id())
                            .object("operation", withdrawal.operation())
                            .object("seen", withdrawal.seenVersion())
                            .text("reason", withdrawal.reason()))
                .get(0));
  }

  @Override
  public boolean delegate(String person, String role, Instant until) {
    return ask(
        () ->
            delegate
                .run(
                    connection,
                    parameters ->
                        parameters
                            .text("person", person)
                            .text("role", role)
                            .object("until", OffsetDateTime.ofInstant(until, ZoneOffset.UTC)))
                .get(0));
  }

  private static @Nullable IntentState state(@Nullable String name) {
    return name == null ? null : IntentState.valueOf(name);
  }

  private <A> A ask(Question<A> question) {
    Patience patience = Patience.startingNow(settings.patience());
    while (true) {
      try {
        return question.ask();
      } catch (SQLException e) {
        SqlFailure failure = SqlFailure.of(e);
        boolean again = failure == SqlFailure.LOCKED || failure == SqlFailure.TRY_AGAIN;
        if (!again || patience.isOver()) {
          throw StoreConnections.unavailable(settings, e);
        }
        patience.pause();
      }
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
