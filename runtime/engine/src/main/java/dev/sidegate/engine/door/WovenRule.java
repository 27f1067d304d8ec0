package dev.sidegate.engine.door;

import static java.lang.invoke.MethodType.methodType;

import dev.sidegate.engine.gate.CaseRule;
import dev.sidegate.engine.intent.RuleDecision;
import dev.sidegate.engine.intent.RuleDecision.Verdict;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An {@code ApprovalRule} of the application, made once and reached through the guarded class's own
 * lookup. Its interface is the application's, so it is called by handle.
 */
final class WovenRule implements CaseRule {
  private static final Logger LOG = LoggerFactory.getLogger(WovenRule.class);
  private static final String INTERFACE = "dev.sidegate.ApprovalRule";

  private final String type;
  private final Object rule;
  private final MethodHandle passes;
  private final int version;

  private WovenRule(String type, Object rule, MethodHandle passes, int version) {
    this.type = type;
    this.rule = rule;
    this.passes = passes;
    this.version = version;
  }

  /**
   * Makes the rule.
   *
   * @throws DescriptorException if it cannot be made: without it nobody knows the policy
   */
  static WovenRule of(MethodHandles.Lookup lookup, String type) {
    try {
      Class<?> ruleType = lookup.findClass(type);
      Class<?> declared = Class.forName(INTERFACE, false, ruleType.getClassLoader());
      Object rule = lookup.findConstructor(ruleType, methodType(void.class)).invoke();
      MethodHandles.Lookup open = MethodHandles.publicLookup();
      int version = (int) open.findVirtual(declared, "version", methodType(int.class)).invoke(rule);
      return new WovenRule(
          type,
          rule,
          open.findVirtual(declared, "passes", methodType(boolean.class, Map.class)),
          version);
    } catch (Throwable broken) {
      throw new DescriptorException(
          "the approval rule " + type + " cannot be used: " + broken, broken);
    }
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public RuleDecision decide(Map<String, @Nullable Object> arguments) {
    Verdict verdict;
    try {
      verdict = (boolean) passes.invoke(rule, arguments) ? Verdict.PASSED : Verdict.SAID_NO;
    } catch (Throwable thrown) {
      LOG.warn("The approval rule {} failed, so a person decides: {}", type, thrown.toString());
      verdict = Verdict.FAILED;
    }
    return new RuleDecision(type, version, verdict);
  }
}
