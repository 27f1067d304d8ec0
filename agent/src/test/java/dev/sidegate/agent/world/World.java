package dev.sidegate.agent.world;

import dev.sidegate.agent.jvm.AgentJvm;
import dev.sidegate.agent.jvm.Jdk;
import dev.sidegate.agent.jvm.Program;
import dev.sidegate.agent.jvm.RunningJvm;
import dev.sidegate.engine.approval.Decider;
import dev.sidegate.engine.approval.Vote;
import dev.sidegate.engine.approval.VoteOutcome;
import dev.sidegate.engine.store.ApproverStore;
import dev.sidegate.engine.store.StoreSettings;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import dev.sidegate.engine.world.TestDatabase.Login;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A database of its own, a provider, and JVMs that pay through them. */
public final class World implements AutoCloseable {
  private final TestDatabase database = PostgresServer.shared().freshDatabase();
  private final Provider provider = new Provider();
  private final List<Runnable> open = new ArrayList<>();

  /** The outside world. */
  public Provider provider() {
    return provider;
  }

  /** Its database. */
  public TestDatabase database() {
    return database;
  }

  /** A JVM that reaches the database on this port, not yet started. */
  public AgentJvm jvm(Jdk jdk, int port) {
    return AgentJvm.on(jdk)
        .program(Program.guarded("payments"))
        .property(
            "sidegate.jdbc.url", "jdbc:postgresql://localhost:" + port + "/" + database.name())
        .property("sidegate.jdbc.user", database.user(Login.AGENT))
        .property("sidegate.jdbc.password", database.password(Login.AGENT))
        .property("sidegate.journal.directory", "target/journal")
        .property("sidegate.effects.payment.wait", "20s")
        // A body is told by hand what to do, once.
        .property("sidegate.effects.payment.retry.patience", "0s");
  }

  /** A JVM with an agent framework, not yet started. Doubt stays doubt: nobody is asked. */
  public AgentJvm framework(Jdk jdk, String program, String framework) {
    return jvm(jdk, database.port()).program(program, framework);
  }

  /** A JVM that sends with a client of its own as it is told, and has its connections. */
  public RunningJvm clients(Jdk jdk, String client, String url) {
    RunningJvm running =
        jvm(jdk, database.port())
            .property("sidegate.effects.wired.retry.max-attempts", "1")
            .program("clients", client)
            .start("Clients");
    open.add(running::close);
    running.awaitLine("ready");
    running.say("warm " + url);
    running.awaitLine("warm now");
    return running;
  }

  /** A JVM that waits for orders, and has its connections. */
  public RunningJvm payments(Jdk jdk) {
    return warm(payments(jvm(jdk, database.port())));
  }

  /** The same, with leases that soon end. */
  public RunningJvm paymentsWithShortLease(Jdk jdk) {
    return warm(
        payments(
            jvm(jdk, database.port())
                .property("sidegate.effects.payment.lease", "5s")
                // What a frozen body did not send would go on in the queue.
                .property("sidegate.effects.payment.retry.max-attempts", "1")));
  }

  /** A JVM that sends as it is told, and has its connections. */
  public RunningJvm wired(Jdk jdk) {
    return wired(
        jvm(jdk, database.port()).property("sidegate.effects.wired.retry.max-attempts", "1"));
  }

  /** The same, on its way to the database through a tunnel. */
  public RunningJvm wired(Jdk jdk, Tunnel tunnel) {
    return wired(
        jvm(jdk, tunnel.port()).property("sidegate.effects.wired.retry.max-attempts", "1"));
  }

  /** A JVM that sends as it is told, and trusts this provider's certificate. */
  public RunningJvm wired(Jdk jdk, ModernProvider modern) {
    return wired(
        jvm(jdk, database.port())
            .property("sidegate.effects.wired.retry.max-attempts", "1")
            .property("javax.net.ssl.trustStore", modern.trustStore().toString())
            .property("javax.net.ssl.trustStorePassword", ModernProvider.PASSWORD)
            // The first handshake of a JVM on a busy machine takes long.
            .property("wired.timeout", "20"));
  }

  /** The same, and a second attempt follows the first one in the caller's thread. */
  public RunningJvm wiredWithPatience(Jdk jdk) {
    return wired(
        jvm(jdk, database.port())
            .property("sidegate.effects.wired.retry.patience", "30s")
            .property("sidegate.effects.wired.retry.base-delay", "10ms"));
  }

  private RunningJvm wired(AgentJvm jvm) {
    RunningJvm running = jvm.program(Program.guarded("wired")).start("Wired");
    open.add(running::close);
    running.awaitLine("ready");
    running.say("warm " + provider.url());
    running.awaitLine("warm now");
    return running;
  }

  /** A JVM that can ask the provider what it paid, with leases that soon end. */
  public RunningJvm lookups(Jdk jdk) {
    return lookups(jvm(jdk, database.port()));
  }

  /** The same, and its question to the provider never ends. */
  public RunningJvm hangingLookups(Jdk jdk) {
    return lookups(jvm(jdk, database.port()).property("lookups.hang", "true"));
  }

  private RunningJvm lookups(AgentJvm jvm) {
    RunningJvm running =
        jvm.program(Program.guarded("lookups"))
            .property("sidegate.effects.payment.lease", "5s")
            .property("sidegate.effects.payment.retry.patience", "60s")
            .start("Lookups", provider.url());
    open.add(running::close);
    running.awaitLine("ready");
    return running;
  }

  /** A JVM whose payments need a yes, with leases that soon end. */
  public RunningJvm deferred(Jdk jdk) {
    RunningJvm running =
        jvm(jdk, database.port())
            .program(Program.guarded("deferred"))
            .property("sidegate.effects.payment.lease", "5s")
            .start("Deferred", provider.url());
    open.add(running::close);
    running.awaitLine("ready");
    return running;
  }

  /** Somebody in the role says yes to an order. */
  public void approve(String order) {
    database.execute(
        """
        DO $$ BEGIN CREATE ROLE sidegate_approver_finance NOLOGIN IN ROLE sidegate_approver;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        DO $$ BEGIN CREATE ROLE alice LOGIN PASSWORD 'test';
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        GRANT sidegate_approver_finance TO alice
        """);
    UUID operation =
        UUID.fromString(
            database
                .query("SELECT operation FROM sidegate.intent WHERE key = 'payment:" + order + "'")
                .get(0));
    try (ApproverStore alice =
        ApproverStore.open(StoreSettings.of(database.jdbcUrl(), "alice", "test"))) {
      VoteOutcome outcome =
          alice.vote(
              new Vote(UUID.randomUUID(), operation, null, null, true, null, null, Decider.LOGIN));
      if (outcome.verdict() != VoteOutcome.Verdict.DECIDED) {
        throw new AssertionError(outcome);
      }
    }
  }

  /** Starts a JVM that waits for orders. */
  public RunningJvm payments(AgentJvm jvm) {
    RunningJvm running = jvm.start("Payments", provider.url());
    open.add(running::close);
    running.awaitLine("ready");
    return running;
  }

  private static RunningJvm warm(RunningJvm running) {
    running.say("warm");
    running.awaitLine("warm now");
    return running;
  }

  /** A way to the database that can be closed. */
  public Tunnel tunnel() {
    Tunnel tunnel = new Tunnel(database.port());
    open.add(tunnel::close);
    return tunnel;
  }

  /** Waits, in the database and by its clock, until an order's lease has ended. */
  public void awaitEndOfLease(String order) {
    database.query(
        "SELECT pg_sleep(greatest(0, extract(epoch FROM max(expires_at) - clock_timestamp()) + 0.1))"
            + " FROM sidegate.intent WHERE key = 'payment:"
            + order
            + "'");
  }

  /** An operator stops an effect. */
  public void closeTheSwitch(String effect, String reason) {
    database.execute(
        "INSERT INTO sidegate.kill_switch (effect, scope, enabled, reason) VALUES ('"
            + effect
            + "', '*', false, '"
            + reason
            + "')");
  }

  /** Waits until the JVMs have looked at the kill switch twice more. */
  public void awaitASecondLook() {
    long before = looks();
    for (int patience = 600; looks() < before + 2; patience--) {
      if (patience == 0) {
        throw new AssertionError("nobody looks at the kill switch");
      }
      database.query("SELECT pg_sleep(0.1)");
    }
  }

  private long looks() {
    return Long.parseLong(
        database
            .query(
                "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_database d"
                    + " ON d.oid = s.dbid WHERE d.datname = current_database()"
                    + " AND query LIKE 'SELECT k.effect, k.scope, k.enabled, k.reason%'")
            .get(0));
  }

  /** Waits until an order's intent stands so. */
  public void awaitState(String order, String state) {
    for (int patience = 600; !state(order).contains(state); patience--) {
      if (patience == 0) {
        throw new AssertionError(order + " never became " + state + ", but " + state(order));
      }
      database.query("SELECT pg_sleep(0.1)");
    }
  }

  /** Of an order's newest attempt ({@code a}) and its intent ({@code i}), what the SQL asks for. */
  public String attempt(String order, String what) {
    return database
        .query(
            "SELECT "
                + what
                + " FROM sidegate.attempt a JOIN sidegate.intent i ON i.operation = a.intent"
                + " WHERE i.key = 'wired:"
                + order
                + "' ORDER BY a.number DESC LIMIT 1")
        .get(0);
  }

  /** Where nobody listens. */
  public static String nobody() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort() + "/refused";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What the audit knows of the calls by this name, each value once. */
  public List<String> recorded(String fact) {
    return database.query(
        "SELECT DISTINCT detail::jsonb->>'"
            + fact
            + "' FROM sidegate.audit_event WHERE detail::jsonb ? '"
            + fact
            + "'");
  }

  /** Waits until every entry of the queue is finished. */
  public void awaitNothingQueued() {
    for (int patience = 600; !unfinished().equals("0"); patience--) {
      if (patience == 0) {
        throw new AssertionError(unfinished() + " entries are not finished");
      }
      database.query("SELECT pg_sleep(0.1)");
    }
  }

  private String unfinished() {
    return database
        .query("SELECT count(*) FROM sidegate.effect_outbox WHERE state <> 'COMPLETED'")
        .get(0);
  }

  /** The state of an order's intent. */
  public List<String> state(String order) {
    return database.query("SELECT state FROM sidegate.intent WHERE key = 'payment:" + order + "'");
  }

  @Override
  public void close() {
    open.forEach(Runnable::run);
    provider.close();
  }
}
