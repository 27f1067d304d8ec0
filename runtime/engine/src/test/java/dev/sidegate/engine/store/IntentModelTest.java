package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.ClaimRequest;
import dev.sidegate.engine.intent.Claimed;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.transition.Fact;
import dev.sidegate.engine.transition.IntentEvent;
import dev.sidegate.engine.transition.IntentTransitions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random lives of intents: whatever is asked in whatever order, each event leads where the table
 * says, given what stood in the row before it.
 */
class IntentModelTest {
  private static final int STEPS = 60;
  private static final StoreWorld WORLD = new StoreWorld();
  private static final Budget BUDGET = new Budget(50, Duration.ofMinutes(15));

  private final PostgresStore store = WORLD.store;

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void eachEventLeadsWhereTheTableSays(long seed) {
    Random random = new Random(seed);
    List<Supplier<ProviderPromise>> promises =
        List.of(
            () -> ProviderPromise.NONE,
            () -> new ProviderPromise(Duration.ofHours(24), false),
            () -> new ProviderPromise(null, true));
    ProviderPromise promise = promises.get(random.nextInt(promises.size())).get();
    String key = "refund:model:" + seed;
    List<Claimed> claims = new ArrayList<>();
    try (OperatorStore operator = WORLD.openOperator()) {
      for (int step = 0; step < STEPS; step++) {
        Row before = row(key);
        String did = act(random, key, promise, claims, operator);
        check("seed " + seed + ", step " + step + ": " + did, before, row(key));
      }
    }
  }

  /** Something that a program or a person may ask for. */
  private String act(
      Random random,
      String key,
      ProviderPromise promise,
      List<Claimed> claims,
      OperatorStore operator) {
    int choice = claims.isEmpty() ? 0 : random.nextInt(10);
    if (choice < 3) {
      ClaimRequest request = Asking.with(Asking.claim(key, "payload", BUDGET), promise);
      if (store.claim(request) instanceof ClaimOutcome.Granted granted) {
        claims.add(granted.claim());
        return "granted";
      }
      return "not granted";
    }
    Claimed claim = claims.get(random.nextInt(claims.size()));
    if (choice < 7) {
      Settlement settlement = settlement(random);
      store.settle(Asking.settle(claim, settlement));
      return "attempt " + claim.attempt() + " settles as " + settlement.getClass().getSimpleName();
    } else if (choice == 7) {
      WORLD.endLease(claim.operation());
      store.claim(Asking.claim(key));
      return "the lease ends";
    } else if (choice == 8) {
      store.keepReceipt(claim, random.nextBoolean() ? "receipt-1" : "receipt-2");
      return "attempt " + claim.attempt() + " keeps a receipt";
    }
    return decide(random, claim, operator);
  }

  private static Settlement settlement(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> Asking.completed("done");
      case 1 -> Asking.terminal();
      case 2, 3 -> Asking.doubt();
      case 4 -> new Settlement.HandedBack("frozen");
      default -> Asking.retryable(Duration.ZERO);
    };
  }

  private static String decide(Random random, Claimed claim, OperatorStore operator) {
    List<Decision.Verdict> verdicts =
        List.of(
            new Decision.Applied("receipt-1"),
            new Decision.NotApplied(),
            new Decision.Grant(1, Duration.ZERO),
            new Decision.Acknowledge());
    Decision.Verdict verdict = verdicts.get(random.nextInt(verdicts.size()));
    IntentRecord intent = operator.history(claim.operation()).orElseThrow().intent();
    DecisionOutcome outcome =
        operator.decide(
            new Decision(
                UUID.randomUUID(), claim.operation(), intent.version(), verdict, "a look"));
    boolean allowed =
        intent.decisions().stream()
            .anyMatch(event -> event.name().replace("_", "").endsWith(name(verdict)));
    assertThat(outcome instanceof DecisionOutcome.Decided)
        .as("%s of %s, held by %s", verdict, intent.state(), intent.holdReason())
        .isEqualTo(allowed);
    return "a person says " + verdict;
  }

  private static String name(Decision.Verdict verdict) {
    String name = verdict.getClass().getSimpleName().toUpperCase(Locale.ROOT);
    return "DECIDED" + name;
  }

  private static void check(String did, @Nullable Row before, @Nullable Row after) {
    if (after == null || (before != null && after.events() == before.events())) {
      return;
    }
    assertThat(after.events())
        .as("%s: one event at a time", did)
        .isEqualTo(before == null ? 1 : before.events() + 1);
    IntentEvent event = IntentEvent.valueOf(after.lastKind());
    IntentState from = before == null ? null : before.state();
    assertThat(IntentTransitions.TABLE.after(from, event, facts(before)))
        .as("%s: %s from %s with %s", did, event, from, facts(before))
        .contains(after.state());
  }

  private static Set<Fact> facts(@Nullable Row row) {
    Set<Fact> facts = EnumSet.noneOf(Fact.class);
    if (row == null) {
      return facts;
    }
    int others = row.unresolved() - (row.state() == IntentState.UNKNOWN ? 1 : 0);
    if (others > 0) {
      facts.add(Fact.OTHERS_IN_DOUBT);
    }
    if (row.repeatable()) {
      facts.add(Fact.REPEATABLE);
    }
    if (row.proofs() > 0) {
      facts.add(Fact.PROOF_WAITS);
    }
    if (row.contradicted()) {
      facts.add(Fact.CONTRADICTED);
    }
    return facts;
  }

  private static @Nullable Row row(String key) {
    List<String> rows =
        WORLD.database.query(
            "SELECT state, unresolved, idempotent OR coalesce(keyed_until > clock_timestamp(),"
                + " false), pending_evidence, coalesce(hold_reason = 'contradicted', false),"
                + " audit_sequence, (SELECT kind FROM sidegate.audit_event e"
                + " WHERE e.chain = i.operation ORDER BY sequence DESC LIMIT 1)"
                + " FROM sidegate.intent i WHERE key = '"
                + key
                + "' ORDER BY generation DESC LIMIT 1");
    if (rows.isEmpty()) {
      return null;
    }
    String[] columns = rows.get(0).split("\\|", -1);
    return new Row(
        IntentState.valueOf(columns[0]),
        Integer.parseInt(columns[1]),
        columns[2].equals("t"),
        Integer.parseInt(columns[3]),
        columns[4].equals("t"),
        Long.parseLong(columns[5]),
        columns[6]);
  }

  private record Row(
      IntentState state,
      int unresolved,
      boolean repeatable,
      int proofs,
      boolean contradicted,
      long events,
      String lastKind) {}
}
