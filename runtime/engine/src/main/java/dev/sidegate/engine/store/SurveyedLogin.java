package dev.sidegate.engine.store;

import java.util.List;

/**
 * A login in one of Sidegate's group roles. A superuser is in none of its own accord and not here.
 *
 * @param login the login
 * @param role the group role, such as {@code sidegate_agent}
 * @param aboveTheWalls whether it owns the tables, so that no grant holds it back
 * @param settings what the login is set to, each as {@code name=value}
 */
public record SurveyedLogin(
    String login, String role, boolean aboveTheWalls, List<String> settings) {

  /** Copies the settings. */
  public SurveyedLogin {
    settings = List.copyOf(settings);
  }
}
