package dev.sidegate.engine.reconcile;

import dev.sidegate.engine.Engine;
import dev.sidegate.engine.door.Weaving;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.target.Targets;
import dev.sidegate.engine.world.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiFunction;

/** A JVM with an engine and one woven tool, its door as the agent would put it in place. */
final class RefundJvm implements AutoCloseable {
  private static final String DESCRIPTOR = "(Ljava/lang/String;J)Ljava/lang/String;";

  final RefundTool tool;
  private final Engine engine;
  private final BiFunction<String, Object[], Object> door;

  RefundJvm(TestDatabase database, Path journal, RefundProvider provider, String... settings) {
    this(LeaseClock.SYSTEM, database, journal, provider, settings);
  }

  /** Whose clocks are these. */
  RefundJvm(
      LeaseClock clock,
      TestDatabase database,
      Path journal,
      RefundProvider provider,
      String... settings) {
    this.engine =
        Engine.start(settings(database, journal, settings), watchedClients(), new Targets(), clock);
    this.door = engine.door();
    this.tool = new RefundTool(provider);
  }

  /** The tool's constructor has reported it. */
  RefundJvm withTarget() {
    build(tool);
    return this;
  }

  void build(RefundTool built) {
    Object unused = door.apply("target.constructed", new Object[] {RefundTool.lookup(), built});
  }

  void register(RefundTool registered) {
    Object unused = door.apply("target.register", new Object[] {registered});
  }

  /** A call of the woven method. */
  String refund(String order, long cents) throws Throwable {
    Object token = enter(order, cents);
    if (token instanceof Object[] answered) {
      return (String) answered[0];
    }
    String result = null;
    Throwable thrown = null;
    try {
      result = tool.refund(order, cents);
    } catch (Throwable failure) {
      thrown = failure;
    }
    Object[] given = (Object[]) door.apply("exit", new Object[] {token, result, thrown});
    if (given[1] != null) {
      throw (Throwable) given[1];
    }
    return (String) given[0];
  }

  /** The part before the body; a body that never comes back is one whose process was killed. */
  Object enter(String order, long cents) {
    return door.apply(
        "enter",
        new Object[] {
          RefundTool.lookup(), "refund", DESCRIPTOR, tool, new Object[] {order, cents}
        });
  }

  /** The body, whose thread this is, gives its provider's proof. */
  void receipt(String receipt) {
    Object attempt = door.apply("attempt.current", new Object[0]);
    Object unused = door.apply("attempt.receipt", new Object[] {attempt, receipt});
  }

  /** The part after the body, which threw. */
  Throwable threw(Object token, Throwable thrown) {
    Object[] given = (Object[]) door.apply("exit", new Object[] {token, null, thrown});
    return (Throwable) given[1];
  }

  private static Settings settings(TestDatabase database, Path journal, String... more) {
    Properties properties = new Properties();
    properties.setProperty("sidegate.jdbc.url", database.jdbcUrl());
    properties.setProperty("sidegate.jdbc.user", database.user(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.jdbc.password", database.password(TestDatabase.Login.AGENT));
    properties.setProperty("sidegate.journal.directory", journal.toString());
    for (int i = 0; i < more.length; i += 2) {
      properties.setProperty("sidegate.effects.refund." + more[i], more[i + 1]);
    }
    return Settings.load(properties, Map.of());
  }

  private static Weaving watchedClients() {
    return new Weaving() {
      @Override
      public List<String> findings(List<Class<?>> classes) {
        return List.of();
      }

      @Override
      public boolean watchesClients() {
        return true;
      }
    };
  }

  @Override
  public void close() {
    engine.close();
  }
}
