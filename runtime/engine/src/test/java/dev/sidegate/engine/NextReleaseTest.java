package dev.sidegate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.EffectConflictException;
import dev.sidegate.EffectFailure;
import dev.sidegate.FailureClass;
import dev.sidegate.FreeText;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release meets what the one before it has stored. */
class NextReleaseTest {
  @TempDir Path directory;

  private final List<String> provider = new ArrayList<>();
  private TestDatabase database;
  private Engine engine;

  /** The payload of the first release. */
  record Mail(String to, String body) {}

  /** Of the second: the model words the body, and there may be a copy. */
  record WordedMail(String to, @FreeText String body, @Nullable String copy) {}

  @BeforeEach
  void start() {
    database = PostgresServer.shared().freshDatabase();
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.journal.directory", directory.toString());
    properties.setProperty("sidegate.effects.mail.retry.patience", "0s");
    engine = Engine.install(Settings.load(properties, Map.of()));
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void theSameWishGetsTheResultOfTheReleaseBefore() throws Exception {
    send(new Mail("ann", "hello"), "first");

    assertThat(send(new WordedMail("ann", "hello", null), "second")).isEqualTo("first");
    assertThat(provider).containsExactly("first");
  }

  @Test
  void whatTheOlderReleaseComparedOrDidNotKnowIsAnotherWish() throws Exception {
    send(new Mail("ann", "hello"), "first");

    for (WordedMail other :
        List.of(
            new WordedMail("ann", "hello there", null),
            new WordedMail("bob", "hello", null),
            new WordedMail("ann", "hello", "carl"))) {
      assertThatThrownBy(() -> send(other, "second"))
          .isInstanceOfSatisfying(
              EffectConflictException.class,
              conflict -> assertThat(conflict.reason()).contains("schema changed"));
    }
    assertThat(provider).containsExactly("first");
  }

  @Test
  void aProvenFailureIsTriedAgainByTheNextReleaseAndSettledUnderTheFirstsHash() throws Exception {
    assertThatThrownBy(
            () ->
                call(
                    new Mail("ann", "hello"),
                    () -> {
                      throw EffectFailure.notApplied(FailureClass.TRANSIENT_BEFORE_WRITE, "busy");
                    }))
        .isInstanceOf(Exception.class);
    database.query("UPDATE sidegate.intent SET next_try_at = clock_timestamp() RETURNING 1");
    String hash = hash();

    assertThat(send(new WordedMail("ann", "hello", null), "second")).isEqualTo("second");

    assertThat(hash()).isEqualTo(hash);
    assertThat(send(new WordedMail("ann", "hello", null), "third")).isEqualTo("second");
    assertThat(send(new Mail("ann", "hello"), "fourth")).isEqualTo("second");
    assertThat(provider).containsExactly("second");
  }

  private String hash() {
    return database.query("SELECT payload_hash::text FROM sidegate.intent").get(0);
  }

  private String send(Object mail, String result) throws Exception {
    return call(
        mail,
        () -> {
          provider.add(result);
          return result;
        });
  }

  @NullUnmarked // the builder takes any payload
  private static String call(Object mail, java.util.concurrent.Callable<String> body)
      throws Exception {
    return Sidegate.effect("mail")
        .key("mail:{}", 1)
        .payload(mail)
        .returning(String.class)
        .call(body);
  }
}
