package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.EffectQuery;
import dev.sidegate.EffectStoppedException;
import dev.sidegate.OutcomeUnknownException;
import dev.sidegate.Reconciliation;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lambda's doubt ends when its caller comes back with a lookup. */
class LambdaReconciliationTest {
  @TempDir Path directory;

  private final List<String> provider = new ArrayList<>();
  private final TestDatabase database = PostgresServer.shared().freshDatabase();
  private Engine engine;

  @BeforeEach
  void start() {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.journal.directory", directory.toString());
    engine = Engine.install(Settings.load(properties, Map.of()));
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void theNextCallLooksUpWhatBecameOfIt() throws Exception {
    List<EffectQuery> asked = new ArrayList<>();
    Function<EffectQuery, Reconciliation> lookup =
        query -> {
          asked.add(query);
          return provider.isEmpty()
              ? Reconciliation.notApplied()
              : Reconciliation.applied("re_1", "booked A7");
        };
    assertThatThrownBy(() -> refund(lookup)).isInstanceOf(OutcomeUnknownException.class);

    assertThat(refund(lookup)).isEqualTo("booked A7");

    assertThat(provider).containsExactly("A7");
    EffectQuery query = asked.get(0);
    assertThat(asked).containsExactly(query);
    assertThat(query.actionKey()).hasSize(32);
    assertThat(query.providerRequestIds()).isEmpty();
    assertThat(query.firstAttemptAt()).isNotNull();
    assertThat(query).hasToString(String.valueOf(query)).hasSameHashCodeAs(query);
    assertThat(refund(lookup)).as("from now on it is stored").isEqualTo("booked A7");
  }

  @Test
  void aLookupInsideOfWhichSomethingGuardedIsCalledIsNoAnswer() {
    AtomicReference<Throwable> held = new AtomicReference<>();
    Function<EffectQuery, Reconciliation> lookup =
        query -> {
          try {
            Sidegate.effect("mail").key("mail:{}", 1).payload(null).run(() -> provider.add("mail"));
            return Reconciliation.applied("re_1");
          } catch (RuntimeException refused) {
            held.set(refused);
            throw refused;
          }
        };
    assertThatThrownBy(() -> refund(lookup)).isInstanceOf(OutcomeUnknownException.class);
    assertThatThrownBy(() -> refund(lookup)).isInstanceOf(OutcomeUnknownException.class);

    assertThat(held.get()).isInstanceOf(EffectStoppedException.class);
    assertThat(provider).containsExactly("A7");
  }

  @Test
  void aLookupNeedsANameAndAVersion() {
    for (String identity : List.of("find", "find@", "@1", "find@0", "find it@1")) {
      assertThatThrownBy(
              () ->
                  Sidegate.effect("refund")
                      .key("refund:{}", "A7")
                      .payload(null)
                      .returning(String.class)
                      .reconciledBy(identity, query -> Reconciliation.notApplied()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("find@1");
    }
  }

  /** Booked, and its answer is lost. */
  private String refund(Function<EffectQuery, Reconciliation> lookup) throws Exception {
    return Sidegate.effect("refund")
        .key("refund:{}", "A7")
        .payload(null)
        .returning(String.class)
        .reconciledBy("find@1", lookup)
        .call(
            () -> {
              provider.add("A7");
              throw new SocketTimeoutException("Read timed out");
            });
  }
}
