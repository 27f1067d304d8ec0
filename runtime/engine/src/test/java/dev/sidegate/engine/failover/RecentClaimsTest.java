package dev.sidegate.engine.failover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentClaimsTest {
  private final AtomicLong now = new AtomicLong();
  private final RecentClaims recent = new RecentClaims(now::get);

  @Test
  void whatIsHeldStaysAndWhatIsSettledIsForgottenAfterItsTime() {
    Claimed held = claim(1, 1);
    Claimed settled = claim(2, 1);
    settle(settled, 0);

    now.addAndGet(RecentClaims.MEMORY.toNanos());
    assertThat(recent.all())
        .extracting(RecentClaim::claim)
        .containsExactlyInAnyOrder(held, settled);

    now.incrementAndGet();
    assertThat(recent.all()).extracting(RecentClaim::claim).containsExactly(held);
    assertThat(recent.find(settled.owner())).isEmpty();
  }

  @Test
  void theOldestSettledOnesGoFirst() {
    for (int number = 0; number <= RecentClaims.MOST; number++) {
      settle(claim(number, 1), 0);
    }
    assertThat(recent.all()).hasSize(RecentClaims.MOST);
    assertThat(recent.find(owner(0))).isEmpty();
    assertThat(recent.find(owner(1))).isPresent();
  }

  @Test
  void largeResultsPushOutOlderOnes() {
    int size = 1 << 20;
    int fits = (int) (RecentClaims.MOST_BYTES / (size + 1));
    for (int number = 0; number <= fits; number++) {
      settle(claim(number, 1), size);
    }
    assertThat(recent.all()).hasSize(fits);
    assertThat(recent.find(owner(0))).isEmpty();
  }

  @Test
  void ofOneKeyTheEarlierAttemptComesFirst() {
    Claimed second = claim(1, 2);
    Claimed first = claim(2, 1);
    assertThat(recent.all()).extracting(RecentClaim::claim).containsExactly(first, second);
  }

  @Test
  void aSettleThatIsRepeatedIsRememberedOnce() {
    Claimed claim = claim(1, 1);
    settle(claim, 0);
    settle(claim, 0);
    assertThat(recent.all()).hasSize(1);
    assertThat(recent.find(claim.owner()).flatMap(RecentClaim::settle)).isPresent();
  }

  @Test
  void aBodyOfYesterdayIsNotWaitedForAnyMore() {
    claim(1, 1);
    now.addAndGet(Duration.ofDays(1).toNanos() + 1);
    assertThat(recent.all()).isEmpty();
  }

  @Test
  void aReplacedClaimSpeaksToTheOneThatStands() {
    Claimed claim = claim(1, 1);
    RecentClaim remembered = recent.find(claim.owner()).orElseThrow();
    SettleRequest end = end(claim, 0);
    assertThat(remembered.addressed(end).claim().operation()).isEqualTo(claim.operation());

    UUID standing = new UUID(9, 9);
    remembered.replacedBy(standing);
    assertThat(remembered.addressed(end).claim().operation()).isEqualTo(standing);
    assertThat(remembered.addressed(end).claim().owner()).isEqualTo(claim.owner());
  }

  @Test
  void aLossIsNoticedOnce() {
    RecentClaim remembered = recent.find(claim(1, 1).owner()).orElseThrow();
    remembered.noticed();
    assertThat(remembered.isUnnoticedLoss()).as("nothing was lost yet").isFalse();
    remembered.lost();
    assertThat(remembered.isUnnoticedLoss()).isTrue();
    remembered.noticed();
    assertThat(remembered.isUnnoticedLoss()).isFalse();
  }

  private Claimed claim(int number, int attempt) {
    IntentKey key = new IntentKey("", "refund", "refund:" + number);
    Claimed claim =
        new Claimed(new UUID(1, number), key, 1, 1, attempt, owner(number), Instant.EPOCH);
    recent.claimed(
        new ClaimRequest(
            key,
            new Payload(new PayloadHash(new byte[32], 1, "s"), new byte[1]),
            claim.owner(),
            Duration.ofSeconds(30),
            1,
            new Budget(4, Duration.ofMinutes(15)),
            CallContext.NONE,
            ProviderPromise.NONE,
            Duration.ofMinutes(15),
            null,
            null,
            Duration.ofSeconds(1),
            false),
        claim);
    return claim;
  }

  private void settle(Claimed claim, int resultBytes) {
    recent.settled(end(claim, resultBytes));
  }

  private static SettleRequest end(Claimed claim, int resultBytes) {
    return new SettleRequest(
        claim,
        new Settlement.Completed(new byte[resultBytes], null),
        List.of(),
        AttemptEvidence.NONE);
  }

  private static LeaseOwner owner(int number) {
    return new LeaseOwner(new UUID(2, number));
  }
}
