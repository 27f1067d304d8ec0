package dev.sidegate.quickstart.day;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One run of the troubled day over a fresh outside world. */
final class Day {
  private final Screen screen;
  private final Path logs;

  /**
   * Prepares it.
   *
   * @param logs where its processes write, one file each
   */
  Day(Screen screen, Path logs) throws IOException {
    this.screen = screen;
    this.logs = Files.createDirectories(logs);
  }

  /** What people do after the last situation, before the books are read. */
  interface Evening {
    void come(Shop shop, List<Situation> situations) throws Exception;
  }

  /** Runs it with these options of the agent's JVM; the options are all that differs. */
  List<Ending> run(List<String> jvmOptions, Evening evening) throws Exception {
    List<Situation> situations = Situations.ofTheDay();
    screen.begin("mail server, help desk, payments, model, agent");
    try (World world = new World(logs);
        Shop shop = new Shop(world, jvmOptions, logs.resolve("agent.log"))) {
      screen.end("started");
      for (Situation situation : situations) {
        screen.begin(Report.label(situation));
        situation.play(shop);
        screen.end("done " + world.receipts(situation.tool(), situation.order()).size());
      }
      evening.come(shop, situations);
      return endings(world, situations);
    }
  }

  private static List<Ending> endings(World world, List<Situation> situations) throws Exception {
    List<Ending> endings = new ArrayList<>();
    for (Situation situation : situations) {
      int done = world.receipts(situation.tool(), situation.order()).size();
      endings.add(
          new Ending(situation, Count.of(situation.wished(), done), world.told(situation.order())));
    }
    return endings;
  }
}
