package dev.sidegate.engine.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.ApprovalMode;
import dev.sidegate.engine.settings.ApprovalSettings;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What settings may make of what the code demands. */
class TighteningTest {
  private static final Declared FINANCE =
      new Declared(
          "finance", ApprovalMode.BEFORE_ACT, Optional.empty(), Optional.of(Duration.ofHours(8)));
  private static final Declared SMALL =
      new Declared(
          "finance", ApprovalMode.BY_EXCEPTION, Optional.of("com.acme.Small"), Optional.empty());

  @Test
  void withoutAWordThereIsNoPolicy() {
    assertThat(Tightening.of("refund", Optional.empty(), 0, false, ApprovalSettings.NONE))
        .isEqualTo(EffectPolicy.NONE);
  }

  @Test
  void whatTheCodeLeavesOpenHasItsDefault() {
    ApprovalPolicy policy = policy(SMALL, ApprovalSettings.NONE);

    assertThat(policy.needed()).isEqualTo(1);
    assertThat(policy.expiresIn()).isEqualTo(Duration.ofHours(24));
    assertThat(policy.rule()).contains(new ApprovalPolicy.Rule("com.acme.Small", 3, 50_000));
    assertThat(Tightening.of("refund", Optional.of(SMALL), 3, true, ApprovalSettings.NONE))
        .extracting(EffectPolicy::canonical)
        .isEqualTo(
            "{\"approval\":{\"expiresIn\":86400000,\"mode\":\"BY_EXCEPTION\",\"needed\":1,"
                + "\"role\":\"finance\",\"rule\":{\"class\":\"com.acme.Small\",\"version\":3},"
                + "\"sample\":50000},\"irreversible\":true}");
  }

  @Test
  void settingsTighten() {
    ApprovalPolicy policy =
        policy(SMALL, set("finance", ApprovalMode.BEFORE_ACT, 2, Duration.ofHours(1)));

    assertThat(policy.mode()).isEqualTo(ApprovalMode.BEFORE_ACT);
    assertThat(policy.rule()).isEmpty();
    assertThat(policy.needed()).isEqualTo(2);
    assertThat(policy.expiresIn()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void settingsNeverLoosen() {
    assertThatThrownBy(() -> policy(FINANCE, set("interns", null, null, null)))
        .hasMessageContaining("sidegate.effects.refund.approval.role would loosen");
    assertThatThrownBy(() -> policy(FINANCE, set(null, ApprovalMode.CANCEL_WINDOW, null, null)))
        .hasMessageContaining("approval.mode would loosen");
    assertThatThrownBy(() -> policy(FINANCE, set(null, null, null, Duration.ofHours(9))))
        .hasMessageContaining("approval.expires-in would loosen");
    assertThatThrownBy(() -> policy(FINANCE, set(null, null, 0, null)))
        .hasMessageContaining("at least 1 person");
  }

  @Test
  void settingsAloneMayDemandAnApproval() {
    EffectPolicy policy =
        Tightening.of("refund", Optional.empty(), 0, false, set("finance", null, null, null));

    assertThat(policy.approval()).map(ApprovalPolicy::mode).contains(ApprovalMode.BEFORE_ACT);
    assertThatThrownBy(
            () -> Tightening.of("refund", Optional.empty(), 0, false, set(null, null, 2, null)))
        .hasMessageContaining("approval.role is missing");
    assertThatThrownBy(
            () ->
                Tightening.of(
                    "refund",
                    Optional.empty(),
                    0,
                    false,
                    set("finance", ApprovalMode.BY_EXCEPTION, null, null)))
        .hasMessageContaining("needs a rule");
  }

  @Test
  void whatIsIrreversibleHasNoCancelWindow() {
    assertThatThrownBy(
            () ->
                Tightening.of(
                    "refund",
                    Optional.empty(),
                    0,
                    true,
                    set("finance", ApprovalMode.CANCEL_WINDOW, null, null)))
        .hasMessageContaining("irreversible has no cancel window");
  }

  @Test
  void aRolesNameIsOneThatTheDatabaseTakes() {
    assertThatThrownBy(
            () ->
                Tightening.of(
                    "refund", Optional.empty(), 0, false, set("Finance; DROP", null, null, null)))
        .hasMessageContaining("a role of approvers is");
  }

  private static ApprovalPolicy policy(Declared declared, ApprovalSettings set) {
    return Tightening.of("refund", Optional.of(declared), 3, false, set).approval().orElseThrow();
  }

  private static ApprovalSettings set(
      @Nullable String role,
      @Nullable ApprovalMode mode,
      @Nullable Integer needed,
      @Nullable Duration expiresIn) {
    return new ApprovalSettings(role, mode, needed, expiresIn, null, null, null, null, null);
  }
}
