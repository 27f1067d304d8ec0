package dev.sidegate.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Where the JVM enters the agent. Runs before {@code main}, in every JVM that is given the agent,
 * so it does almost nothing:
 *
 * <ul>
 *   <li>no {@code java.util.logging}: the application may bring its own log manager, and the first
 *       touch decides;
 *   <li>no JDBC: the PostgreSQL driver touches {@code java.util.logging};
 *   <li>no {@code java.nio.file}, JMX or sockets: they lock in providers that the application may
 *       want to choose;
 *   <li>no lambdas: their bootstrap costs more than all the rest.
 * </ul>
 *
 * <p>The engine starts with the first guarded call; or, where a database is named, beside the
 * program with the first object of a guarded class.
 */
public final class Premain {
  private static boolean attached;

  private Premain() {}

  /** Attaches the agent. A failure ends the JVM before {@code main}: nothing may run unguarded. */
  public static synchronized void premain(
      @Nullable String arguments, Instrumentation instrumentation) {
    if (attached) {
      System.err.println("[sidegate] the agent is given twice; the second one is ignored");
      return;
    }
    attached = true;
    if (isJdkTool()) {
      return;
    }
    try {
      ClassLoader isolated = new IsolatedLoader(ownJar());
      isolated
          .loadClass("dev.sidegate.agent.start.Attachment")
          .getMethod("attach", Instrumentation.class)
          .invoke(null, instrumentation);
    } catch (Throwable failure) {
      Throwable cause = failure.getCause() != null ? failure.getCause() : failure;
      System.err.println(
          "[sidegate] the agent could not attach, so the JVM ends before anything runs unguarded: "
              + cause);
      Runtime.getRuntime().halt(1);
    }
  }

  private static File ownJar() throws Exception {
    return new File(Premain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /**
   * Whether this JVM runs {@code keytool}, {@code javac} or the like, which get the agent through
   * {@code JAVA_TOOL_OPTIONS}. The launcher of single source files is the application's own
   * program.
   */
  private static boolean isJdkTool() {
    String module = System.getProperty("jdk.module.main", "");
    return (module.startsWith("jdk.") || module.startsWith("java."))
        && !System.getProperty("sun.java.command", "").contains(".javac.launcher.");
  }
}
