package dev.sidegate.benchmarks;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Guarded calls per second, median and 99th percentile, beside hand-written JDBC of the same two
 * statements and beside DBOS Java; and replays of finished keys. Options: {@code --rounds N},
 * {@code --seconds N}.
 */
public final class GuardedCalls {
  private static final List<Integer> CALLERS = List.of(1, 16, 64, 256);
  private static final List<Integer> CALLERS_OF_DBOS = List.of(16, 64);

  /** More connections than this serve a machine of two cores worse. */
  private static final int POOL = 32;

  private final Server server;
  private final Contest contest;
  private final Table table = new Table(System.out);

  private GuardedCalls(Server server, Contest contest) {
    this.server = server;
    this.contest = contest;
  }

  /** Starts a server, measures, prints. */
  public static void main(String[] arguments) throws Exception {
    int rounds = option(arguments, "--rounds", 5);
    int seconds = option(arguments, "--seconds", 2);
    try (Server server = Server.start()) {
      describe(server, rounds, seconds);
      GuardedCalls run =
          new GuardedCalls(server, new Contest(server, rounds, Duration.ofSeconds(seconds)));
      run.besideJdbc();
      run.replays();
      run.besideDbos();
    }
  }

  private void besideJdbc() throws Exception {
    table.head("A guarded call: claim, commit, empty body, settle, commit. Each call a new key.");
    for (int callers : CALLERS) {
      try (HandWrittenJdbc jdbc = new HandWrittenJdbc(database("jdbc", callers), POOL);
          SidegateCalls sidegate = new SidegateCalls(database("sidegate", callers))) {
        table.block(callers, contest.run(inOrder(jdbc, sidegate), callers));
      }
    }
  }

  private void replays() throws Exception {
    int keys = 1000;
    table.head("A finished key: the stored result comes back, the body does not run.");
    for (int callers : CALLERS) {
      try (SidegateCalls sidegate = new SidegateCalls(database("replay", callers))) {
        for (int key = 0; key < keys; key++) {
          sidegate.call(key);
        }
        Map<String, Load.Work> replay = Map.of("replay", number -> sidegate.replay(number % keys));
        table.block(callers, contest.run(replay, callers));
      }
    }
  }

  private void besideDbos() throws Exception {
    table.head("Beside DBOS Java, a workflow with one step. It does more; see DbosCalls.");
    for (int callers : CALLERS_OF_DBOS) {
      try (DbosCalls dbos = new DbosCalls(server.database("dbos_" + callers), POOL);
          SidegateCalls sidegate = new SidegateCalls(database("beside_dbos", callers))) {
        table.block(callers, contest.run(inOrder(dbos, sidegate), callers));
      }
    }
  }

  private GuardedDatabase database(String name, int callers) throws SQLException {
    return GuardedDatabase.on(server, name + "_" + callers);
  }

  private static Map<String, Load.Work> inOrder(Contender first, Contender second) {
    Map<String, Load.Work> contenders = new LinkedHashMap<>();
    contenders.put(first.name(), first::call);
    contenders.put(second.name(), second::call);
    return contenders;
  }

  private static void describe(Server server, int rounds, int seconds)
      throws IOException, SQLException {
    System.out.printf(
        Locale.ROOT,
        "PostgreSQL %s on this machine, fsync on; one 8 kB write and fdatasync: %.2f ms%n"
            + "Java %s, %d processors; medians of %d rounds of %d s each, in turn, after a warm-up%n",
        server.version(),
        FsyncProbe.medianMillis(server.directory()),
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        rounds,
        seconds);
  }

  private static int option(String[] arguments, String name, int otherwise) {
    int index = List.of(arguments).indexOf(name);
    return index < 0 ? otherwise : Integer.parseInt(arguments[index + 1]);
  }
}
