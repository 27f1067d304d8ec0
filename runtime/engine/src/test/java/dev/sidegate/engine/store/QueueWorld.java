package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.Budget;
import dev.sidegate.engine.intent.CallContext;
import dev.sidegate.engine.intent.ClaimOutcome;
import dev.sidegate.engine.intent.DispatchOutcome;
import dev.sidegate.engine.intent.DispatchRequest;
import dev.sidegate.engine.intent.DispatchStore;
import dev.sidegate.engine.intent.Dispatchable;
import dev.sidegate.engine.intent.Dispatched;
import dev.sidegate.engine.intent.DueEntries;
import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.EnqueueRequest;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.LeaseOwner;
import dev.sidegate.engine.intent.ProviderPromise;
import dev.sidegate.engine.intent.Question;
import dev.sidegate.engine.intent.QueueTurn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A queue, and dispatchers that take from it. */
final class QueueWorld implements AutoCloseable {
  final StoreWorld world;
  final PostgresStore store;

  QueueWorld() {
    this(new StoreWorld());
  }

  QueueWorld(StoreWorld world) {
    this.world = world;
    this.store = world.store;
  }

  /** One more effect. */
  void knows(String effect) {
    store.propose(new EffectProposal(effect, "com.acme.Tools#" + effect, Set.of(), ""));
  }

  /** Queues a refund; answers its operation. */
  UUID queued(String key) {
    return queued("refund", "", key, null);
  }

  UUID ordered(String key, String orderKey) {
    return queued("refund", "", key, orderKey);
  }

  UUID queued(String effect, String scope, String key, @Nullable String orderKey) {
    ClaimOutcome outcome = store.enqueue(wish(effect, scope, key, orderKey, Asking.BUDGET));
    return ((ClaimOutcome.Standing) outcome).intent().operation();
  }

  static EnqueueRequest wish(
      String effect, String scope, String key, @Nullable String orderKey, Budget budget) {
    return new EnqueueRequest(
        new IntentKey(scope, effect, key),
        Asking.payload("payload"),
        ApprovalWorld.digest("bound"),
        1,
        budget,
        Duration.ZERO,
        orderKey,
        null,
        Asking.SETTLE_DELAY,
        null,
        new Question(null, Map.of(), List.of("log"), Duration.ofHours(12)),
        new CallContext(Map.of("tenant", "acme", "release", "r1")));
  }

  static Dispatchable refunds() {
    return of("refund", ProviderPromise.NONE, null);
  }

  static Dispatchable of(String effect, ProviderPromise promise, @Nullable Integer atOnce) {
    return new Dispatchable(
        effect, 1, Asking.LEASE, Asking.LONGEST, promise, null, Asking.SETTLE_DELAY, atOnce);
  }

  DueEntries due(int most, String... effects) {
    List<QueueTurn> turns = new ArrayList<>();
    for (String effect : effects) {
      turns.add(new QueueTurn(effect, "", null));
    }
    return store.due(turns, most);
  }

  /** What a dispatcher gets of what it finds. */
  List<Dispatched> taken(DispatchStore by, int most, Dispatchable... effects) {
    List<QueueTurn> turns = new ArrayList<>();
    for (Dispatchable effect : effects) {
      turns.add(new QueueTurn(effect.effect(), "", effect.atOnce()));
    }
    List<DispatchRequest.Wanted> wanted =
        by.due(turns, most).entries().stream()
            .map(
                entry ->
                    new DispatchRequest.Wanted(
                        entry.operation(), entry.effect(), new LeaseOwner(UUID.randomUUID())))
            .toList();
    return by.dispatch(new DispatchRequest(wanted, List.of(effects), false)).stream()
        .filter(DispatchOutcome.Granted.class::isInstance)
        .map(outcome -> ((DispatchOutcome.Granted) outcome).dispatched())
        .toList();
  }

  /** What one dispatcher is told of one operation. */
  DispatchOutcome asked(UUID operation, Dispatchable effect) {
    return store
        .dispatch(
            new DispatchRequest(
                List.of(
                    new DispatchRequest.Wanted(
                        operation, effect.effect(), new LeaseOwner(UUID.randomUUID()))),
                List.of(effect),
                false))
        .get(0);
  }

  Dispatched granted(UUID operation) {
    DispatchOutcome outcome = asked(operation, refunds());
    if (outcome instanceof DispatchOutcome.Granted granted) {
      return granted.dispatched();
    }
    throw new AssertionError("not granted: " + outcome);
  }

  String entry(UUID operation) {
    return world
        .database
        .query("SELECT state FROM sidegate.effect_outbox WHERE intent = '" + operation + "'")
        .get(0);
  }

  String intent(UUID operation) {
    return world
        .database
        .query(
            "SELECT state, hold_reason FROM sidegate.intent WHERE operation = '" + operation + "'")
        .get(0);
  }

  /** Past the walls: only time can do it otherwise. */
  void past(String sql) {
    world.database.execute("SET session_replication_role = replica; " + sql);
  }

  @Override
  public void close() {
    world.close();
  }
}
