package dev.sidegate.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;

/**
 * DBOS Java: a workflow with one step. It does more (any number of steps, recovery of the workflow)
 * and less (no payload hash, no doubt); it is the nearest that one can buy instead.
 */
final class DbosCalls implements Contender {

  /** What DBOS proxies. */
  public interface Calls {
    /** Runs the body as the one step of a workflow. */
    String call(long number);
  }

  /** The workflow. */
  public static final class OneStep implements Calls {
    private final DBOS dbos;

    OneStep(DBOS dbos) {
      this.dbos = dbos;
    }

    @Override
    @Workflow(name = "one-step")
    public String call(long number) {
      return dbos.runStep(() -> Body.run(number), "body");
    }
  }

  private final HikariDataSource pool;
  private final DBOS dbos;
  private final Calls calls;

  DbosCalls(String url, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(connections);
    pool = new HikariDataSource(config);
    dbos = new DBOS(DBOSConfig.defaults("benchmark").withDataSource(pool));
    calls = dbos.registerProxy(Calls.class, new OneStep(dbos));
    dbos.launch();
  }

  @Override
  public String name() {
    return "DBOS Java";
  }

  @Override
  public void call(long number) throws Exception {
    dbos.startWorkflow(() -> calls.call(number), new StartWorkflowOptions("bench:" + number))
        .getResult();
  }

  @Override
  public void close() {
    dbos.close();
    pool.close();
  }
}
