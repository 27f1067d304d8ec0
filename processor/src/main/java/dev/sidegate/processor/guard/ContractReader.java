package dev.sidegate.processor.guard;

import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads what a provider promises, and refuses promises that contradict each other. */
final class ContractReader {
  /** How long retries of an intent go on unless the settings say otherwise. */
  private static final Duration RETRY_DEADLINE = Duration.ofMinutes(15);

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,99}");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  private static final Pattern ANSWER = Pattern.compile("[1-5](\\d\\d|xx)");

  private final Mark contract;
  private final Findings findings;

  ContractReader(Language language, Mark effect, Findings findings) {
    this.contract = effect.nested("provider", language);
    this.findings = findings;
  }

  GuardedMethod.Provider read(String effect) {
    GuardedMethod.Provider provider =
        new GuardedMethod.Provider(
            contract.text("name"),
            contract.flag("keyed"),
            contract.text("keyTtl"),
            contract.constant("keyFormat"),
            contract.text("header"),
            contract.flag("idempotent"),
            contract.texts("notApplied"));
    demandWindow(provider, effect);
    demandNames(provider);
    return provider;
  }

  private void demandWindow(GuardedMethod.Provider provider, String effect) {
    if (provider.keyed() && provider.keyTtl().isEmpty()) {
      refuse(
          "keyed",
          "a keyed provider forgets its keys some day, and nothing says when",
          "add keyTtl = \"24h\", as the provider documents it");
      return;
    }
    if (provider.keyTtl().isEmpty()) {
      return;
    }
    if (!provider.keyed()) {
      refuse(
          "keyTtl",
          "keyTtl says how long a provider remembers keys, and this one is not keyed",
          "add keyed = true, or drop keyTtl");
      return;
    }
    Optional<String> fault = Durations.fault(provider.keyTtl());
    if (fault.isPresent()) {
      findings.add(Message.DURATION, contract.place("keyTtl"), provider.keyTtl(), fault.get());
    } else if (isShort(provider.keyTtl())) {
      findings.add(Message.WINDOW_SHORT, contract.place("keyTtl"), provider.keyTtl(), effect);
    }
  }

  private static boolean isShort(String window) {
    return Durations.parse(window).filter(d -> d.compareTo(RETRY_DEADLINE) < 0).isPresent();
  }

  private void demandNames(GuardedMethod.Provider provider) {
    if (contract.says("name") && !NAME.matcher(provider.name()).matches()) {
      refuse(
          "name",
          "\"" + provider.name() + "\" is no name for a contract in the settings",
          "use letters, digits, '-' and '_', beginning with a letter");
    }
    if (!HEADER.matcher(provider.header()).matches()) {
      refuse(
          "header",
          "\"" + provider.header() + "\" is no name of a header",
          "write the header that the provider documents, such as Idempotency-Key");
    }
    for (String answer : provider.notApplied()) {
      if (!ANSWER.matcher(answer).matches()) {
        refuse(
            "notApplied",
            "\"" + answer + "\" is no answer that could be recognised",
            "write a status such as \"429\", or a class of them such as \"4xx\"");
      }
    }
  }

  private void refuse(String member, String reason, String remedy) {
    findings.add(Message.PROVIDER_CONTRACT, contract.place(member), reason, remedy);
  }
}
