package dev.sidegate.agent.start;

import dev.sidegate.engine.door.Doorkeeper;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What this agent has done so far, one fact a line, in the system property {@code
 * dev.sidegate.agent}: {@code sidegate.jar doctor --pid} reads it from outside, and nothing has to
 * be loaded into this JVM for it. Safe for many threads.
 */
final class AgentStatus implements BiConsumer<String, List<String>> {
  private static final String PROPERTY = "dev.sidegate.agent";

  /** A program with more guarded classes than this is told about them in part. */
  private static final int MOST_LINES = 1_000;

  private final Set<String> facts = new LinkedHashSet<>();
  private String engine = "idle until the first object of a guarded class";

  AgentStatus() {
    facts.add("version " + version());
    facts.add("protocol " + Doorkeeper.PROTOCOL);
    publish();
  }

  /** A class was woven, except what these lines refuse. */
  @Override
  public synchronized void accept(String className, List<String> refused) {
    if (facts.size() < MOST_LINES) {
      if (refused.isEmpty()) {
        facts.add("woven " + className);
      }
      for (String line : refused) {
        facts.add("refused " + line.replace('\n', ' '));
      }
      publish();
    }
  }

  synchronized void started() {
    engine = "started";
    publish();
  }

  synchronized void failed(String reason) {
    engine = "failed " + reason.replace('\n', ' ');
    publish();
  }

  private synchronized void publish() {
    System.setProperty(PROPERTY, String.join("\n", facts) + "\n" + engine);
  }

  private static String version() {
    try {
      Package own =
          Class.forName("dev.sidegate.agent.Premain", false, ClassLoader.getSystemClassLoader())
              .getPackage();
      String version = own.getImplementationVersion();
      return version == null ? "unknown" : version;
    } catch (ClassNotFoundException absent) {
      return "unknown";
    }
  }
}
