package dev.sidegate.engine;

import dev.sidegate.Attempt;
import dev.sidegate.EffectCall;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.door.Weaving;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.world.CountingProvider;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A database, a provider that counts, and an engine whose callers do not sleep: their pauses are
 * written down, and the database's time is up at once.
 */
final class OutcomeWorld implements AutoCloseable {
  /** The lambdas stand in several classes. */
  private static final String OWNERS =
      Stream.of(
              OutcomeWorld.class,
              OutcomesTest.class,
              FurtherAttemptsTest.class,
              NestingTest.class,
              RefusalEventsTest.class)
          .map(type -> type.getName() + "#lambda")
          .collect(Collectors.joining(","));

  final TestDatabase database = PostgresServer.shared().freshDatabase();
  final CountingProvider provider = new CountingProvider();
  final List<Duration> pauses = new CopyOnWriteArrayList<>();
  final Properties properties = new Properties();
  final Engine engine;

  /** Clients are watched, as with the agent; what leaves is written down by the test. */
  static OutcomeWorld watched(Path journal, String... namesAndValues) {
    return new OutcomeWorld(
        new Weaving() {
          @Override
          public List<String> findings(List<Class<?>> classes) {
            return List.of();
          }

          @Override
          public boolean watchesClients() {
            return true;
          }
        },
        journal,
        namesAndValues);
  }

  /**
   * An engine without an agent; the settings are pairs of names, behind {@code sidegate.}, and
   * values.
   */
  OutcomeWorld(Path journal, String... namesAndValues) {
    this(Weaving.NONE, journal, namesAndValues);
  }

  private OutcomeWorld(Weaving weaving, Path journal, String... namesAndValues) {
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.journal.directory", journal.toString());
    properties.setProperty("sidegate.providers.keyed.keyed", "true");
    properties.setProperty("sidegate.providers.keyed.key-ttl", "24h");
    properties.setProperty("sidegate.providers.idempotent.idempotent", "true");
    properties.setProperty("sidegate.effects.refund.retry.patience", "60s");
    properties.setProperty("sidegate.effects.refund.owners", OWNERS);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty("sidegate." + namesAndValues[i], namesAndValues[i + 1]);
    }
    engine = Engine.install(Settings.load(properties, Map.of()), weaving, this::pause);
  }

  private void pause(Duration length) {
    pauses.add(length);
    timeIsUp();
  }

  /** Whatever waits for its next try need wait no longer. */
  void timeIsUp() {
    database.execute(
        "UPDATE sidegate.intent SET next_try_at = clock_timestamp() WHERE next_try_at IS NOT NULL");
  }

  /** A refund whose provider promises nothing. */
  String refund(String order) throws Exception {
    return call(order, () -> provider.book(order, Attempt.current().actionKey()));
  }

  /** A refund under a contract of the settings. */
  String refundUnder(String contract, String order) throws Exception {
    return wish(order, order)
        .provider(contract)
        .call(
            () -> {
              Attempt attempt = Attempt.current();
              String receipt = provider.book(order, attempt.actionKey());
              attempt.receipt(receipt);
              return receipt;
            });
  }

  String call(String order, Callable<String> body) throws Exception {
    return wish(order, order).call(body);
  }

  EffectCall<String> wish(String order, Object payload) {
    return Sidegate.effect("refund")
        .key("refund:{}", order)
        .payload(payload)
        .returning(String.class);
  }

  /** State, attempts and why it is held, of the newest intent. */
  String intent() {
    return database
        .query(
            "SELECT state, attempts, hold_reason FROM sidegate.intent"
                + " ORDER BY opened_at DESC LIMIT 1")
        .get(0);
  }

  @Override
  public void close() {
    engine.close();
    provider.close();
  }
}
