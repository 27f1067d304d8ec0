package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.StoreUnavailableException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * Looks at a database as it is, fit for engines or not, over one connection. Not safe for several
 * threads. Every method throws {@link StoreUnavailableException} if the database cannot be asked.
 */
public final class ServerSurvey implements AutoCloseable {
  private static final Query<SurveyedServer> SERVER =
      new Query<>("survey_server", ServerSurvey::server);
  private static final Query<SurveyedInstallation> INSTALLATION =
      new Query<>("survey_installation", ServerSurvey::installation);
  private static final Query<SurveyedLogin> LOGINS =
      new Query<>("survey_logins", ServerSurvey::login);
  private static final Query<SurveyedPolicy> POLICIES =
      new Query<>("survey_policies", ServerSurvey::policy);
  private static final Query<ConnectedEngine> AGENTS =
      new Query<>("survey_agents", ServerSurvey::engine);

  private final StoreSettings settings;
  private final Connection connection;

  private ServerSurvey(StoreSettings settings, Connection connection) {
    this.settings = settings;
    this.connection = connection;
  }

  /**
   * Connects, and checks nothing: what is wrong is for the asker to find.
   *
   * @throws StoreUnavailableException if nobody answers, or the login is refused
   */
  public static ServerSurvey open(StoreSettings settings) {
    try {
      return new ServerSurvey(
          settings,
          new PostgresDataSource(settings, List.of(), SessionName.ofOperator()).getConnection());
    } catch (SQLException e) {
      throw StoreConnections.unavailable(settings, e);
    }
  }

  /** The server. */
  public SurveyedServer server() {
    return ask(SERVER).get(0);
  }

  /** The tables; empty if there is no row about them. */
  public List<SurveyedInstallation> installation() {
    return ask(INSTALLATION);
  }

  /** The logins of Sidegate's roles. */
  public List<SurveyedLogin> logins() {
    return ask(LOGINS);
  }

  /** The policies that ask people, or wait for one. */
  public List<SurveyedPolicy> policies() {
    return ask(POLICIES);
  }

  /** The engines that are connected now, the oldest first. */
  public List<ConnectedEngine> engines() {
    return ask(AGENTS);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw StoreConnections.unavailable(settings, e);
    }
  }

  private <R> List<R> ask(Query<R> query) {
    try {
      return query.run(connection, nothing -> {});
    } catch (SQLException e) {
      throw StoreConnections.unavailable(settings, e);
    }
  }

  private static SurveyedServer server(ResultSet row) throws SQLException {
    return new SurveyedServer(
        row.getString("version"),
        row.getInt("major"),
        row.getString("fsync"),
        row.getString("full_page_writes"),
        row.getString("synchronous_commit"),
        row.getString("synchronous_standby_names"),
        row.getBoolean("in_recovery"),
        row.getInt("standbys"),
        row.getInt("synchronous_standbys"),
        row.getBoolean("migrated"));
  }

  private static SurveyedInstallation installation(ResultSet row) throws SQLException {
    return new SurveyedInstallation(
        row.getObject("id", UUID.class),
        row.getInt("schema_version"),
        row.getInt("serves_from"),
        row.getBoolean("enabled"),
        row.getBoolean("nothing_lost"),
        Snapshots.instant(row, "sealed_at"),
        row.getLong("in_doubt"),
        Snapshots.instant(row, "in_doubt_since"),
        row.getLong("questions"));
  }

  private static SurveyedLogin login(ResultSet row) throws SQLException {
    return new SurveyedLogin(
        row.getString("login"),
        row.getString("role"),
        row.getBoolean("above_the_walls"),
        List.of((String[]) row.getArray("settings").getArray()));
  }

  private static SurveyedPolicy policy(ResultSet row) throws SQLException {
    return new SurveyedPolicy(
        row.getString("effect"),
        row.getString("approval_role"),
        row.getString("fallback_role"),
        row.getBoolean("looser_waits"));
  }

  private static ConnectedEngine engine(ResultSet row) throws SQLException {
    return new ConnectedEngine(
        row.getString("name"),
        row.getString("login"),
        row.getString("address"),
        row.getInt("connections"),
        Snapshots.instant(row, "since"));
  }
}
