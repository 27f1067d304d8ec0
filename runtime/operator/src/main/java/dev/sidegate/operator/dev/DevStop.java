package dev.sidegate.operator.dev;

import dev.sidegate.operator.Answers;
import dev.sidegate.operator.ExitCode;
import java.util.concurrent.CompletableFuture;

/** The end of {@code dev}: asked for by a signal, or the server's own. */
final class DevStop implements Runnable {
  private final DevServer server;
  private final DevDirectory home;
  private final Answers answers;
  private volatile boolean asked;

  DevStop(DevServer server, DevDirectory home, Answers answers) {
    this.server = server;
    this.home = home;
    this.answers = answers;
  }

  /**
   * Runs when the JVM is told to end. Ends it with 0: stopping was what was asked for, and scripts
   * that wait for the process shall not take it for a failure.
   */
  @Override
  public void run() {
    if (!server.process().isAlive()) {
      DevRecord.remove(home);
      return;
    }
    asked = true;
    answers.say("Stopping …");
    DevRecord.remove(home);
    server.close();
    answers.say("Stopped. The data stays in " + home.root() + ".");
    Runtime.getRuntime().halt(ExitCode.DONE.code());
  }

  /** Waits for the server's end; answers whether it was asked for. */
  boolean awaitDeath() throws InterruptedException {
    CompletableFuture<ProcessHandle> end = server.process().onExit();
    end.join();
    return asked;
  }
}
