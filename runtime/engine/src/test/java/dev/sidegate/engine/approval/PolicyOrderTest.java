package dev.sidegate.engine.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.ApprovalMode;
import dev.sidegate.engine.world.PostgresServer;
import dev.sidegate.engine.world.TestDatabase;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which policy may follow which without a person: the table, and the wall that is the same. */
class PolicyOrderTest {
  private static final TestDatabase DATABASE = PostgresServer.shared().freshDatabase();

  private static final ApprovalPolicy BASE = before("finance", 2, 24);

  /** The policies that are compared with each other, by what is special about each. */
  private static final Map<String, EffectPolicy> POLICIES = policies();

  private static EffectPolicy policy(String name) {
    return Objects.requireNonNull(POLICIES.get(name), name);
  }

  /** Rows of the table: the first may follow the second. */
  static Stream<Arguments> tighter() {
    return Stream.of(
        Arguments.of("base", "none"),
        Arguments.of("base", "base"),
        Arguments.of("three people", "base"),
        Arguments.of("an hour", "base"),
        Arguments.of("irreversible", "base"),
        Arguments.of("base", "window"),
        Arguments.of("base", "rule"),
        Arguments.of("longer window", "window"),
        Arguments.of("larger sample", "rule"),
        Arguments.of("base", "fallback"),
        Arguments.of("later fallback", "fallback"),
        Arguments.of("window", "none"),
        Arguments.of("rule", "none"));
  }

  static Stream<Arguments> looser() {
    return Stream.of(
        Arguments.of("none", "base", "approval"),
        Arguments.of("other role", "base", "role"),
        Arguments.of("base", "three people", "needed"),
        Arguments.of("base", "an hour", "expires-in"),
        Arguments.of("base", "irreversible", "irreversible"),
        Arguments.of("window", "base", "mode"),
        Arguments.of("rule", "base", "mode"),
        Arguments.of("rule", "window", "mode"),
        Arguments.of("window", "longer window", "window"),
        Arguments.of("rule", "larger sample", "sample"),
        Arguments.of("other rule", "rule", "rule"),
        Arguments.of("newer rule", "rule", "rule"),
        Arguments.of("fallback", "base", "fallback-role"),
        Arguments.of("other fallback", "fallback", "fallback-role"),
        Arguments.of("fallback", "later fallback", "fallback-after"));
  }

  @ParameterizedTest
  @MethodSource("tighter")
  void mayFollowWithoutAPerson(String now, String before) {
    assertThat(PolicyOrder.looser(policy(now), policy(before))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("looser")
  void waitsForAPerson(String now, String before, String respect) {
    assertThat(PolicyOrder.looser(policy(now), policy(before))).contains(respect);
  }

  @Test
  void theWallIsTheSameTable() {
    String values =
        POLICIES.entrySet().stream()
            .map(each -> "('" + each.getKey() + "', '" + each.getValue().canonical() + "')")
            .collect(Collectors.joining(", ", "(VALUES ", ")"));
    List<String> walls =
        DATABASE.query(
            "SELECT n.name, b.name, coalesce(sidegate.is_tighter(n.policy, b.policy), false) FROM "
                + values
                + " n (name, policy), "
                + values
                + " b (name, policy)");

    assertThat(walls).hasSize(POLICIES.size() * POLICIES.size());
    assertThat(walls)
        .allSatisfy(
            wall -> {
              String[] pair = wall.split("\\|", -1);
              assertThat(pair[2])
                  .as(pair[0] + " after " + pair[1])
                  .isEqualTo(PolicyOrder.isTighter(policy(pair[0]), policy(pair[1])) ? "t" : "f");
            });
  }

  @Test
  void everyPolicyIsOneThatTheTableTakes() {
    POLICIES.forEach(
        (name, policy) ->
            DATABASE.execute(
                "INSERT INTO sidegate.effect_policy (effect, owner, policy, version) VALUES ('"
                    + name
                    + "', 'o', '"
                    + policy.canonical()
                    + "', 1)"));
    assertThat(
            DATABASE.query(
                "SELECT effect FROM sidegate.effect_policy WHERE demands_approval IS NOT TRUE"))
        .containsExactly("none");
    assertThat(
            DATABASE.query(
                "SELECT approval_mode, approval_role, approval_needed, approval_millis, sample_ppm,"
                    + " rule, rule_version FROM sidegate.effect_policy WHERE effect = 'rule'"))
        .containsExactly("BY_EXCEPTION|finance|2|86400000|1000|com.acme.Small|1");
  }

  private static Map<String, EffectPolicy> policies() {
    Map<String, EffectPolicy> all = new LinkedHashMap<>();
    all.put("none", EffectPolicy.NONE);
    all.put("base", of(BASE));
    all.put("three people", of(before("finance", 3, 24)));
    all.put("an hour", of(before("finance", 2, 1)));
    all.put("other role", of(before("legal", 2, 24)));
    all.put("irreversible", new EffectPolicy(Optional.of(BASE), true));
    all.put("window", of(window(10)));
    all.put("longer window", of(window(20)));
    all.put("rule", of(rule("com.acme.Small", 1, 1000)));
    all.put("larger sample", of(rule("com.acme.Small", 1, 2000)));
    all.put("newer rule", of(rule("com.acme.Small", 2, 1000)));
    all.put("other rule", of(rule("com.acme.Large", 1, 1000)));
    all.put("fallback", of(fallback("legal", 12)));
    all.put("later fallback", of(fallback("legal", 18)));
    all.put("other fallback", of(fallback("board", 12)));
    return all;
  }

  private static EffectPolicy of(ApprovalPolicy policy) {
    return new EffectPolicy(Optional.of(policy), false);
  }

  private static ApprovalPolicy before(String role, int needed, int hours) {
    return policy(role, ApprovalMode.BEFORE_ACT, needed, hours, null, null, null);
  }

  private static ApprovalPolicy window(int minutes) {
    return policy(
        "finance", ApprovalMode.CANCEL_WINDOW, 2, 24, Duration.ofMinutes(minutes), null, null);
  }

  private static ApprovalPolicy rule(String type, int version, int sample) {
    return policy(
        "finance",
        ApprovalMode.BY_EXCEPTION,
        2,
        24,
        null,
        new ApprovalPolicy.Rule(type, version, sample),
        null);
  }

  private static ApprovalPolicy fallback(String role, int hours) {
    return policy(
        "finance",
        ApprovalMode.BEFORE_ACT,
        2,
        24,
        null,
        null,
        new ApprovalPolicy.Fallback(role, Duration.ofHours(hours)));
  }

  private static ApprovalPolicy policy(
      String role,
      ApprovalMode mode,
      int needed,
      int hours,
      @Nullable Duration window,
      ApprovalPolicy.@Nullable Rule rule,
      ApprovalPolicy.@Nullable Fallback fallback) {
    return new ApprovalPolicy(
        role,
        mode,
        needed,
        Duration.ofHours(hours),
        Optional.ofNullable(window),
        Optional.ofNullable(rule),
        Optional.ofNullable(fallback));
  }
}
