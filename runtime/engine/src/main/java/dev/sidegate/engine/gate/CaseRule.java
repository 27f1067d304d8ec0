package dev.sidegate.engine.gate;

import dev.sidegate.engine.intent.RuleDecision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The application's rule that lets narrow cases pass. */
public interface CaseRule {

  /** Its version, which stands in the policy. */
  int version();

  /** What it says of a call; whatever goes wrong inside is an answer too, and sends to a person. */
  RuleDecision decide(Map<String, @Nullable Object> arguments);
}
