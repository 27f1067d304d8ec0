package dev.sidegate.operator.doctor;

import dev.sidegate.engine.store.Schema;
import dev.sidegate.engine.store.SurveyedLogin;
import dev.sidegate.engine.store.SurveyedPolicy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Law 8: who may sign in as what, and whether those who are asked exist. */
final class RolesExam {
  private static final String AGENT = "sidegate_agent";
  private static final String APPROVER = "sidegate_approver_";

  private final List<SurveyedLogin> logins;
  private final List<SurveyedPolicy> policies;
  private final List<Finding> findings = new ArrayList<>();

  RolesExam(List<SurveyedLogin> logins, List<SurveyedPolicy> policies) {
    this.logins = logins;
    this.policies = policies;
  }

  List<Finding> findings() {
    Set<String> agents = in(AGENT);
    if (agents.isEmpty()) {
      findings.add(
          Finding.notice(
              "No login but the owner's is an agent's.",
              "As the schema's owner: migrate --login NAME"));
    }
    for (SurveyedLogin login : logins) {
      if (login.role().equals(AGENT)) {
        agent(login);
      }
    }
    for (SurveyedLogin login : logins) {
      if (login.role().startsWith(APPROVER) && agents.contains(login.login())) {
        findings.add(
            Finding.wrong(
                login.login() + " is an agent's login and in " + login.role() + ".",
                "Who asks must not decide: REVOKE " + login.role() + " FROM " + login.login()));
      }
    }
    policies.forEach(this::policy);
    return findings;
  }

  private void agent(SurveyedLogin login) {
    if (login.aboveTheWalls()) {
      findings.add(
          Finding.wrong(
              login.login() + " is an agent's login and owns the tables: no grant holds it back.",
              "Give agents a login of their own: migrate --login NAME"));
      return;
    }
    Set<String> missing =
        Schema.loginSettings().keySet().stream()
            .filter(setting -> login.settings().stream().noneMatch(is -> is(is, setting)))
            .collect(Collectors.toCollection(TreeSet::new));
    findings.add(
        missing.isEmpty()
            ? Finding.fine(login.login() + " is an agent's login, and set up.")
            : Finding.notice(
                login.login()
                    + " is an agent's login without settings of its own: "
                    + String.join(", ", missing)
                    + ".",
                "Behind a pooler that drops startup options it is refused: migrate --login "
                    + login.login()));
  }

  private static boolean is(String setting, String name) {
    return setting.toLowerCase(Locale.ROOT).startsWith(name + "=");
  }

  private void policy(SurveyedPolicy policy) {
    asked(policy, policy.role());
    asked(policy, policy.fallbackRole());
    if (policy.looserWaits()) {
      findings.add(
          Finding.notice(
              "A looser policy of " + policy.effect() + " was proposed and waits.",
              "policy accept " + policy.effect()));
    }
  }

  private void asked(SurveyedPolicy policy, @Nullable String role) {
    if (role != null && in(APPROVER + role).isEmpty()) {
      findings.add(
          Finding.wrong(
              "Nobody can answer for " + policy.effect() + ": no login decides as " + role + ".",
              "As the schema's owner: migrate --login NAME --approver " + role));
    }
  }

  private Set<String> in(String role) {
    return logins.stream()
        .filter(login -> login.role().equals(role))
        .map(SurveyedLogin::login)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
