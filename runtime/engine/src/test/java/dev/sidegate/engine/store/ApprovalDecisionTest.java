package dev.sidegate.engine.store;

import static dev.sidegate.engine.store.ApprovalWorld.beforeAct;
import static dev.sidegate.engine.store.ApprovalWorld.no;
import static dev.sidegate.engine.store.ApprovalWorld.standing;
import static dev.sidegate.engine.store.ApprovalWorld.window;
import static dev.sidegate.engine.store.ApprovalWorld.yes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.ApprovalMode;
import dev.sidegate.engine.approval.ApprovalPolicy;
import dev.sidegate.engine.approval.ApprovalRecord;
import dev.sidegate.engine.approval.Decider;
import dev.sidegate.engine.approval.EffectPolicy;
import dev.sidegate.engine.approval.LinkToken;
import dev.sidegate.engine.approval.Vote;
import dev.sidegate.engine.approval.VoteOutcome;
import dev.sidegate.engine.approval.VoteOutcome.Verdict;
import dev.sidegate.engine.approval.Withdrawal;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a person's word. */
class ApprovalDecisionTest {
  private final ApprovalWorld shop = new ApprovalWorld();

  @BeforeEach
  void demand() {
    shop.demanding(beforeAct());
  }

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void aYesAuthorisesAndQueuesInOneCommitAndSaysWho() {
    UUID operation = shop.asked("refund:1");

    VoteOutcome outcome = approver("alice").vote(yes(operation));

    assertThat(outcome.verdict()).isEqualTo(Verdict.DECIDED);
    ApprovalRecord approval = outcome.asked().orElseThrow().approval();
    assertThat(approval.state()).isEqualTo(ApprovalRecord.State.GRANTED);
    assertThat(approval.decidedBy()).isEqualTo("alice");
    assertThat(shop.world.state(operation)).isEqualTo("AUTHORIZED");
    assertThat(shop.queue(operation)).containsExactly("PENDING");
    assertThat(shop.world.events(operation))
        .containsExactly("ASKED|null|AWAITING_HUMAN", "APPROVED|AWAITING_HUMAN|AUTHORIZED");
    assertThat(shop.one("SELECT actor FROM sidegate.audit_event WHERE kind = 'APPROVED'"))
        .isEqualTo("alice");
    assertThat(shop.one("SELECT deadline - changed_at FROM sidegate.intent"))
        .as("the budget begins with the yes")
        .isEqualTo("00:15:00");
  }

  @Test
  void aNoNeedsAReasonAndEndsIt() {
    UUID operation = shop.asked("refund:1");

    assertThatThrownBy(() -> no(operation, " ")).hasMessageContaining("needs a reason");
    assertThat(approver("alice").vote(no(operation, "too much")).verdict())
        .isEqualTo(Verdict.DECIDED);

    IntentSnapshot again = standing(shop.store.enqueue(shop.wish("refund:1")));
    assertThat(again.state()).isEqualTo(IntentState.REJECTED);
    assertThat(again.reason()).isEqualTo("too much");
    assertThat(shop.queue(operation)).isEmpty();
  }

  @Test
  void theSecondIsToldWhoWasFaster() {
    UUID operation = shop.asked("refund:1");
    approver("alice").vote(yes(operation));

    VoteOutcome late = approver("bob").vote(no(operation, "no"));

    assertThat(late.verdict()).isEqualTo(Verdict.DECIDED_ALREADY);
    assertThat(late.asked().orElseThrow().approval().decidedBy()).isEqualTo("alice");
    assertThat(shop.world.state(operation)).isEqualTo("AUTHORIZED");
  }

  @Test
  void oneVoteIdVotesOnce() {
    UUID operation = shop.asked("refund:1");
    Vote vote = yes(operation);

    assertThat(approver("alice").vote(vote).verdict()).isEqualTo(Verdict.DECIDED);
    assertThat(approver("alice").vote(vote).verdict()).isEqualTo(Verdict.DECIDED);
    assertThat(approver("bob").vote(vote).verdict()).isEqualTo(Verdict.OTHER_VOTE);
    assertThat(shop.one("SELECT count(*) FROM sidegate.approval_vote")).isEqualTo("1");
  }

  @Test
  void ofFiftyPeopleAtOnceOneDecides() {
    UUID operation = shop.asked("refund:1");
    List<ApproverStore> people = new ArrayList<>();
    for (int person = 0; person < 50; person++) {
      people.add(approver("person" + person));
    }

    List<Verdict> verdicts =
        Together.call(
            50,
            person ->
                people
                    .get(person)
                    .vote(person % 2 == 0 ? yes(operation) : no(operation, "no"))
                    .verdict());

    assertThat(verdicts).containsOnlyOnce(Verdict.DECIDED);
    assertThat(verdicts)
        .filteredOn(verdict -> verdict != Verdict.DECIDED)
        .hasSize(49)
        .containsOnly(Verdict.DECIDED_ALREADY);
    assertThat(shop.world.events(operation)).hasSize(2);
    assertThat(shop.queue(operation))
        .hasSize(shop.world.state(operation).equals("AUTHORIZED") ? 1 : 0);
  }

  @Test
  void severalPeopleHaveToSayYesWhereThePolicySaysSo() {
    shop.demanding(beforeAct(2));
    UUID operation = shop.asked("refund:1");

    assertThat(approver("alice").vote(yes(operation)).verdict()).isEqualTo(Verdict.VOTED);
    assertThat(approver("alice").vote(yes(operation)).verdict()).isEqualTo(Verdict.VOTED_ALREADY);
    assertThat(shop.queue(operation)).isEmpty();
    assertThat(approver("bob").vote(yes(operation)).verdict()).isEqualTo(Verdict.DECIDED);
    assertThat(shop.queue(operation)).containsExactly("PENDING");
  }

  @Test
  void onePersonCountsOnceUnderAllHisNames() {
    shop.demanding(beforeAct(2));
    shop.database.execute(
        "INSERT INTO sidegate.person_name (login, name) VALUES ('alice', 'alice@acme.com')");
    UUID operation = shop.asked("refund:1");
    approver("alice").vote(yes(operation));

    assertThat(console().vote(signedIn(operation, "Alice@acme.com", "finance")).verdict())
        .isEqualTo(Verdict.VOTED_ALREADY);
    assertThat(console().vote(signedIn(operation, "bob@acme.com", "finance")).verdict())
        .isEqualTo(Verdict.DECIDED);
  }

  @Test
  void whoAskedCannotApproveUnderWhateverName() {
    shop.database.execute(
        "INSERT INTO sidegate.person_name (login, name) VALUES ('alice', 'alice@acme.com')");
    UUID byLogin = requestedBy("refund:1", "alice");
    UUID byName = requestedBy("refund:2", "ALICE@acme.com");

    assertThat(approver("alice").vote(yes(byLogin)).verdict()).isEqualTo(Verdict.OWN_REQUEST);
    assertThat(approver("alice").vote(yes(byName)).verdict()).isEqualTo(Verdict.OWN_REQUEST);
    assertThat(console().vote(signedIn(byLogin, "alice@acme.com", "finance")).verdict())
        .isEqualTo(Verdict.OWN_REQUEST);
    assertThat(shop.world.state(byLogin)).isEqualTo("AWAITING_HUMAN");
    assertThat(approver("bob").vote(yes(byLogin)).verdict()).isEqualTo(Verdict.DECIDED);
    assertThat(shop.world.events(byName))
        .as("a refused decision is on record")
        .endsWith("DECISION_REFUSED|AWAITING_HUMAN|AWAITING_HUMAN");
  }

  @Test
  void onlyTheRoleDecides() {
    UUID operation = shop.asked("refund:1");
    ApproverStore legal = shop.approver("lena", "legal");

    assertThat(legal.vote(yes(operation)).verdict()).isEqualTo(Verdict.OTHER_ROLE);
    assertThat(console().vote(signedIn(operation, "lena@acme.com", "legal")).verdict())
        .isEqualTo(Verdict.OTHER_ROLE);
    assertThatThrownBy(() -> shop.person("olaf", "sidegate_operator").vote(yes(operation)))
        .hasMessageContaining("permission denied");
    assertThat(shop.world.state(operation)).isEqualTo("AWAITING_HUMAN");
  }

  @Test
  void anAgentsLoginIsNoApproverWhateverElseItIs() throws SQLException {
    UUID operation = shop.asked("refund:1");
    approver("robot");
    shop.person("robot", "sidegate_agent");

    assertThat(approver("robot").vote(yes(operation)).verdict()).isEqualTo(Verdict.AGENT);
  }

  @Test
  void tooLateIsNeverAYes() {
    UUID operation = shop.asked("refund:1");
    shop.endQuestion(operation);

    assertThat(approver("alice").vote(yes(operation)).verdict()).isEqualTo(Verdict.EXPIRED);
    assertThat(shop.world.state(operation)).isEqualTo("AWAITING_HUMAN");

    shop.store.sweep();
    assertThat(shop.world.state(operation)).isEqualTo("EXPIRED");
    assertThat(shop.approval(operation, "state")).isEqualTo("EXPIRED");
    assertThat(standing(shop.store.enqueue(shop.wish("refund:1"))).reason())
        .startsWith("nobody decided before 2");
    assertThat(standing(shop.store.enqueue(shop.wish("refund:1", "other"))).generation())
        .isEqualTo(2);
  }

  @Test
  void expiryAndDecisionAtOnceAreOneOfThem() {
    for (int round = 0; round < 20; round++) {
      UUID operation = shop.asked("refund:" + round);
      shop.past(
          "UPDATE sidegate.approval SET expires_at = clock_timestamp() + interval '3 ms'"
              + " WHERE intent = '"
              + operation
              + "'");
      ApproverStore alice = approver("alice");
      Together.call(
          2, caller -> caller == 0 ? alice.vote(yes(operation)).verdict() : shop.store.sweep());
      shop.past("UPDATE sidegate.approval SET expires_at = clock_timestamp() WHERE state = 'OPEN'");
      shop.store.sweep();
      assertThat(
              shop.one("SELECT state FROM sidegate.approval WHERE intent = '" + operation + "'")
                  + shop.world.state(operation)
                  + shop.queue(operation))
          .isIn("GRANTEDAUTHORIZED[PENDING]", "EXPIREDEXPIRED[]");
    }
  }

  @Test
  void aQuestionOfAChangedPolicyCannotBeAnswered() {
    UUID operation = shop.asked("refund:1");
    shop.demanding(beforeAct(2));

    assertThat(approver("alice").vote(yes(operation)).verdict()).isEqualTo(Verdict.VOID);

    shop.endQuestion(operation);
    shop.store.sweep();
    assertThat(shop.world.state(operation)).as("nobody asks anew, so it ends").isEqualTo("EXPIRED");
  }

  @Test
  void aDecisionCountsForWhatWasSeen() {
    UUID operation = shop.asked("refund:1");
    String digest = HexFormat.of().formatHex(ApprovalWorld.digest("bound payload"));

    assertThat(approver("alice").vote(seen(operation, 7L, null)).verdict())
        .isEqualTo(Verdict.MOVED);
    assertThat(approver("alice").vote(seen(operation, null, "00".repeat(32))).verdict())
        .isEqualTo(Verdict.MOVED);
    assertThat(approver("alice").vote(seen(operation, 1L, digest)).verdict())
        .isEqualTo(Verdict.DECIDED);
  }

  @Test
  void aTokenServesItsApproverForItsQuestionOnceAndInTime() {
    UUID operation = shop.asked("refund:1");
    UUID other = shop.asked("refund:2");
    LinkToken token = token(operation, "alice");
    LinkToken othersToken = token(other, "alice");

    assertThat(approver("alice").vote(with(operation, new LinkToken("guessed"))).verdict())
        .isEqualTo(Verdict.TOKEN);
    assertThat(approver("bob").vote(with(operation, token)).verdict())
        .as("another person's")
        .isEqualTo(Verdict.TOKEN);
    assertThat(approver("alice").vote(with(operation, othersToken)).verdict())
        .as("approve A, sent for B")
        .isEqualTo(Verdict.TOKEN);
    assertThat(shop.world.state(operation)).isEqualTo("AWAITING_HUMAN");

    assertThat(approver("alice").vote(with(operation, token)).verdict()).isEqualTo(Verdict.DECIDED);
    assertThat(approver("alice").vote(with(operation, token)).verdict())
        .as("used twice")
        .isEqualTo(Verdict.DECIDED_ALREADY);
    shop.endQuestion(other);
    assertThat(approver("alice").vote(with(other, othersToken)).verdict())
        .as("after its end")
        .isEqualTo(Verdict.EXPIRED);
    assertThat(shop.database.query("SELECT token_sha256 FROM sidegate.approval_token"))
        .noneMatch(stored -> stored.contains(token.text()));
  }

  @Test
  void aTokenOfOneVoteIsNoTokenOfTheNext() {
    shop.demanding(beforeAct(2));
    UUID operation = shop.asked("refund:1");
    LinkToken token = token(operation, "alice");

    assertThat(approver("alice").vote(with(operation, token)).verdict()).isEqualTo(Verdict.VOTED);
    assertThat(approver("bob").vote(with(operation, token)).verdict()).isEqualTo(Verdict.TOKEN);
  }

  @Test
  void aDelegateDecidesInSomebodysPlaceAndIsShownSo() {
    UUID operation = shop.asked("refund:1");
    UUID requested = requestedBy("refund:2", "alice");
    ApproverStore dora = shop.approver("dora", "legal");

    assertThat(dora.vote(onBehalf(operation, "alice")).verdict()).isEqualTo(Verdict.NO_DELEGATION);
    assertThat(dora.delegate("dora", "finance", Instant.now().plusSeconds(60)))
        .as("nobody gives away what he does not have")
        .isFalse();
    assertThat(approver("alice").delegate("Dora", "finance", Instant.now().plusSeconds(600)))
        .isTrue();

    assertThat(dora.vote(onBehalf(requested, "alice")).verdict())
        .as("neither may have asked")
        .isEqualTo(Verdict.OWN_REQUEST);
    VoteOutcome outcome = dora.vote(onBehalf(operation, "alice"));
    assertThat(outcome.verdict()).isEqualTo(Verdict.DECIDED);
    assertThat(outcome.asked().orElseThrow().approval().decidedBy()).isEqualTo("dora for alice");
  }

  @Test
  void aDelegationEndsAndPrincipalAndDelegateAreOneVote() {
    shop.demanding(beforeAct(2));
    UUID operation = shop.asked("refund:1");
    approver("alice").delegate("bob", "finance", Instant.now().plusSeconds(600));

    assertThat(approver("alice").vote(yes(operation)).verdict()).isEqualTo(Verdict.VOTED);
    assertThat(approver("bob").vote(onBehalf(operation, "alice")).verdict())
        .isEqualTo(Verdict.VOTED_ALREADY);
    approver("alice").delegate("bob", "finance", Instant.now().minusSeconds(1));
    assertThat(approver("bob").vote(onBehalf(operation, "alice")).verdict())
        .isEqualTo(Verdict.NO_DELEGATION);
    assertThat(approver("bob").vote(yes(operation)).verdict()).isEqualTo(Verdict.DECIDED);
  }

  @Test
  void theFallbackDecidesOnceAQuestionHasStoodForLong() {
    shop.demandingWhatever(
        new EffectPolicy(
            Optional.of(
                new ApprovalPolicy(
                    "finance",
                    ApprovalMode.BEFORE_ACT,
                    1,
                    Duration.ofHours(24),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(new ApprovalPolicy.Fallback("legal", Duration.ofHours(20))))),
            false));
    UUID operation = shop.asked("refund:1");
    ApproverStore legal = shop.approver("lena", "legal");

    assertThat(legal.vote(yes(operation)).verdict()).isEqualTo(Verdict.OTHER_ROLE);
    shop.past("UPDATE sidegate.approval SET fallback_at = clock_timestamp()");
    assertThat(legal.vote(yes(operation)).verdict()).isEqualTo(Verdict.DECIDED);
  }

  @Test
  void whatWaitsIsWithdrawnByAnybodyInTheRole() {
    UUID question = shop.asked("refund:1");
    UUID queued = shop.asked("refund:2");
    approver("alice").vote(yes(queued));
    ApproverStore legal = shop.approver("lena", "legal");

    assertThat(withdraw(legal, queued)).isEqualTo(Withdrawal.Verdict.OTHER_ROLE);
    assertThat(withdraw(approver("bob"), question)).isEqualTo(Withdrawal.Verdict.DECIDED);
    assertThat(withdraw(approver("bob"), queued)).isEqualTo(Withdrawal.Verdict.DECIDED);
    assertThat(withdraw(approver("bob"), queued)).isEqualTo(Withdrawal.Verdict.MOVED);

    assertThat(shop.world.state(question)).isEqualTo("CANCELLED");
    assertThat(shop.approval(question, "state, decided_by")).isEqualTo("VOID|bob");
    assertThat(shop.world.state(queued)).isEqualTo("CANCELLED");
    assertThat(shop.queue(queued)).containsExactly("CANCELLED");
    assertThat(approver("alice").vote(yes(question)).verdict()).isEqualTo(Verdict.VOID);
  }

  @Test
  void withinItsWindowAnEffectIsWithdrawnByTheRoleAndByOperators() {
    shop.demandingWhatever(window(Duration.ofMinutes(10)));
    UUID one = standing(shop.store.enqueue(shop.wish("refund:1"))).operation();
    UUID two = standing(shop.store.enqueue(shop.wish("refund:2"))).operation();

    assertThat(withdraw(approver("alice"), one)).isEqualTo(Withdrawal.Verdict.DECIDED);
    assertThat(withdraw(shop.person("olaf", "sidegate_operator"), two))
        .isEqualTo(Withdrawal.Verdict.DECIDED);
    assertThat(standing(shop.store.enqueue(shop.wish("refund:1"))).state())
        .isEqualTo(IntentState.CANCELLED);
  }

  @Test
  void aYesAndAWithdrawalAtOnceAreNeverBoth() {
    for (int round = 0; round < 20; round++) {
      UUID operation = shop.asked("refund:" + round);
      ApproverStore alice = approver("alice");
      ApproverStore bob = approver("bob");
      Together.call(
          2, caller -> caller == 0 ? alice.vote(yes(operation)) : withdraw(bob, operation));
      assertThat(shop.world.state(operation) + shop.queue(operation))
          .as("an authorised intent can still be withdrawn, so the withdrawal wins")
          .isIn("CANCELLED[]", "CANCELLED[CANCELLED]");
    }
  }

  private ApproverStore approver(String login) {
    return shop.approver(login);
  }

  private ApproverStore console() {
    return shop.person("web", "sidegate_console");
  }

  private UUID requestedBy(String key, String requester) {
    return standing(shop.store.enqueue(shop.requestedBy(key, requester))).operation();
  }

  private LinkToken token(UUID operation, String approver) {
    LinkToken token = LinkToken.random(new SecureRandom());
    UUID approval = UUID.fromString(shop.approval(operation, "id"));
    try {
      shop.as(
          "agent",
          "SELECT sidegate.put_token('"
              + approval
              + "', '"
              + approver
              + "', '\\x"
              + HexFormat.of().formatHex(token.sha256())
              + "')");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return token;
  }

  private static Vote with(UUID operation, LinkToken token) {
    return new Vote(UUID.randomUUID(), operation, null, null, true, null, token, Decider.LOGIN);
  }

  private static Vote seen(UUID operation, @Nullable Long version, @Nullable String digest) {
    return new Vote(UUID.randomUUID(), operation, version, digest, true, null, null, Decider.LOGIN);
  }

  private static Vote onBehalf(UUID operation, String principal) {
    return new Vote(
        UUID.randomUUID(), operation, null, null, true, null, null, Decider.onBehalfOf(principal));
  }

  private static Vote signedIn(UUID operation, String subject, String role) {
    return new Vote(
        UUID.randomUUID(),
        operation,
        null,
        null,
        true,
        null,
        null,
        new Decider(null, new Decider.SignedIn("https://idp", subject, Set.of(role))));
  }

  private static Withdrawal.Verdict withdraw(ApproverStore who, UUID operation) {
    return who.withdraw(new Withdrawal(UUID.randomUUID(), operation, null, "changed our minds"))
        .verdict();
  }
}
