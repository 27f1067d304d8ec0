package dev.sidegate.operator.doctor;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.sidegate.operator.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What the agent in a running JVM says of itself: one system property, a fact a line. Reading it
 * loads nothing into that JVM.
 */
final class RunningAgent {
  private static final String PROPERTY = "dev.sidegate.agent";

  private final long pid;
  private final @Nullable String said;

  private RunningAgent(long pid, @Nullable String said) {
    this.pid = pid;
    this.said = said;
  }

  /**
   * Asks the JVM.
   *
   * @throws Fault if there is none, or it may not be asked
   */
  static RunningAgent in(long pid) {
    try {
      VirtualMachine jvm = VirtualMachine.attach(String.valueOf(pid));
      try {
        Properties properties = jvm.getSystemProperties();
        return new RunningAgent(pid, properties.getProperty(PROPERTY));
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | IOException refused) {
      throw Fault.refused(
              "Process " + pid + " cannot be asked: " + refused.getMessage(),
              "Run doctor as the same user, on the same machine; the process must be a JVM without"
                  + " -XX:+DisableAttachMechanism.")
          .because(refused);
    } catch (LinkageError withoutAttach) {
      throw Fault.refused(
              "This Java cannot ask another one: it has no module jdk.attach.",
              "Run doctor on a JDK.")
          .because(withoutAttach);
    }
  }

  List<Finding> findings() {
    if (said == null) {
      return List.of(
          Finding.wrong(
              "Process " + pid + " runs without the agent: nothing in it is guarded.",
              "Start it with -javaagent:sidegate-agent.jar"));
    }
    List<Finding> findings = new ArrayList<>();
    for (String line : said.split("\n", -1)) {
      findings.add(finding(line));
    }
    return findings;
  }

  private static Finding finding(String line) {
    String[] fact = line.split(" ", 2);
    String rest = fact.length > 1 ? fact[1] : "";
    return switch (fact[0]) {
      case "refused" -> Finding.wrong("Refused: " + rest, "It does not run until that is mended.");
      case "woven" -> Finding.fine("Guarded: " + rest + ".");
      case "failed" ->
          Finding.wrong("The engine could not start: " + rest, "Guarded calls are refused.");
      case "started" -> Finding.fine("The engine runs.");
      default -> Finding.fine(line + ".");
    };
  }
}
