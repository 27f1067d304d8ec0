package dev.sidegate.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.audit.ProcessEvent;
import dev.sidegate.engine.audit.ProcessEvents;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A process's own chain, on a real database (law 15). */
class ProcessEventsTest {
  private static final StoreWorld WORLD = new StoreWorld();

  private final UUID chain = UUID.randomUUID();

  @AfterAll
  static void end() {
    WORLD.close();
  }

  @Test
  void eventsAreLinksOfTheProcessesChainAndItsHeadMovesWithThem() {
    assertThat(WORLD.store.record(events(0, "PROCESS", "REFUSED_STOPPED"))).isTrue();
    assertThat(WORLD.store.record(events(2, "REFUSED_CONFLICT"))).isTrue();

    assertThat(kinds()).containsExactly("PROCESS", "REFUSED_STOPPED", "REFUSED_CONFLICT");
    assertThat(
            WORLD.database.query(
                """
                SELECT e.actor, e.detail, e.sequence, c.actor,
                  c.audit_sequence = e.sequence AND c.audit_head = e.hash,
                  e.hash = sidegate.audit_hash(p.hash, e.chain, e.sequence, e.at, e.actor, e.kind,
                    NULL, NULL, NULL, e.detail)
                FROM sidegate.process_chain c
                JOIN sidegate.audit_event e ON e.chain = c.chain AND e.sequence = 3
                JOIN sidegate.audit_event p ON p.chain = c.chain AND p.sequence = 2
                WHERE c.chain = '%s'
                """
                    .formatted(chain)))
        .containsExactly("agent|{\"effect\":\"refund\"}|3|agent|t|t");
  }

  @Test
  void whatIsWrittenTwiceStandsThereOnce() {
    ProcessEvents lost = events(0, "PROCESS", "REFUSED_STOPPED");
    for (int time = 0; time < 3; time++) {
      assertThat(WORLD.store.record(lost)).isTrue();
    }
    assertThat(WORLD.store.record(events(2, "REFUSED_CONFLICT"))).isTrue();
    assertThat(WORLD.store.record(lost)).isTrue();

    assertThat(kinds()).containsExactly("PROCESS", "REFUSED_STOPPED", "REFUSED_CONFLICT");
  }

  @Test
  void aChainWhoseBeginningIsNotThereTakesNothing() {
    assertThat(WORLD.store.record(events(2, "REFUSED_CONFLICT"))).isFalse();
    assertThat(WORLD.store.record(events(0, "PROCESS"))).isTrue();
    assertThat(WORLD.store.record(events(2, "REFUSED_CONFLICT"))).isFalse();
    assertThat(kinds()).containsExactly("PROCESS");
  }

  @Test
  void theAgentsRoleCannotMoveAChainByHand() {
    WORLD.store.record(events(0, "PROCESS"));
    for (String sql :
        List.of(
            "UPDATE sidegate.process_chain SET audit_sequence = 0, audit_head = ''",
            "DELETE FROM sidegate.process_chain",
            "TRUNCATE sidegate.process_chain",
            "INSERT INTO sidegate.process_chain (chain) VALUES (gen_random_uuid())")) {
      for (Login login : List.of(Login.AGENT, Login.OPERATOR, Login.READER)) {
        assertThatThrownBy(() -> as(login, sql))
            .as(login + ": " + sql)
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
      }
    }
  }

  @Test
  void aReaderRecordsNothing() {
    assertThatThrownBy(
            () ->
                as(
                    Login.READER,
                    "SELECT sidegate.record_process(gen_random_uuid(), 0, '{X}', '{NULL}')"))
        .hasMessageContaining("permission denied");
  }

  private List<String> kinds() {
    return WORLD.database.query(
        "SELECT kind FROM sidegate.audit_event WHERE chain = '" + chain + "' ORDER BY sequence");
  }

  private ProcessEvents events(long written, String... kinds) {
    return new ProcessEvents(
        chain,
        written,
        Arrays.stream(kinds)
            .map(kind -> new ProcessEvent(kind, new TreeMap<>(Map.of("effect", "refund"))))
            .toList());
  }

  private static void as(Login login, String sql) throws SQLException {
    try (Connection connection = WORLD.database.connect(login);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
