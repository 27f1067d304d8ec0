package dev.sidegate.operator.doctor;

import dev.sidegate.engine.store.SurveyedServer;
import java.util.ArrayList;
import java.util.List;

/** Law 1: whether what the server acknowledges stays. */
final class ServerExam {
  /** The oldest that Sidegate was tried on. */
  private static final int OLDEST = 15;

  private ServerExam() {}

  static List<Finding> of(SurveyedServer server) {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        server.major() < OLDEST
            ? Finding.wrong(
                "PostgreSQL " + server.version() + " is older than Sidegate was tried on.",
                "Use " + OLDEST + " or newer.")
            : Finding.fine("PostgreSQL " + server.version() + "."));
    if (server.inRecovery()) {
      findings.add(
          Finding.wrong("This server is a standby: nothing can be written.", "Name the primary."));
    }
    findings.add(
        on("fsync", server.fsync(), "Set fsync = on in postgresql.conf and restart the server."));
    findings.add(
        on(
            "full_page_writes",
            server.fullPageWrites(),
            "Set full_page_writes = on and reload the server."));
    findings.add(synchronousCommit(server));
    findings.add(replication(server));
    return findings;
  }

  private static Finding on(String setting, String value, String remedy) {
    return value.equals("on")
        ? Finding.fine(setting + " is on.")
        : Finding.wrong(
            setting + " is " + value + ": engines refuse to start, because a claim could be lost.",
            remedy);
  }

  private static Finding synchronousCommit(SurveyedServer server) {
    String value = server.synchronousCommit();
    boolean ignoresStandbys = value.equals("local") && !server.synchronousStandbyNames().isEmpty();
    return value.equals("off") || ignoresStandbys
        ? Finding.wrong(
            "synchronous_commit is " + value + " for this login: commits may be lost.",
            "Set it to on, for the server and for the logins of agents.")
        : Finding.fine("synchronous_commit is " + value + ".");
  }

  private static Finding replication(SurveyedServer server) {
    if (server.standbys() == 0) {
      return server.synchronousStandbyNames().isEmpty()
          ? Finding.notice(
              "No standby is connected.",
              "After a restore from a backup, claims since then are unknown: see README, failover.")
          : Finding.wrong(
              "synchronous_standby_names is set and no standby is connected: commits wait for ever.",
              "Bring a standby back, or take its name out.");
    }
    return server.synchronousStandbyNames().isEmpty()
        ? Finding.notice(
            server.standbys() + " standby connected, none of them synchronous.",
            "After a failover, effects without a provider's promise stay closed until 'resume"
                + " --failover'; synchronous_standby_names avoids that.")
        : Finding.fine(
            server.standbys()
                + " standby connected, "
                + server.synchronousStandbys()
                + " synchronous.");
  }
}
