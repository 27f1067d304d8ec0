package dev.sidegate.operator.scan;

import dev.sidegate.engine.door.Doorkeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Each guarded method by itself: does it have a body, a descriptor, and one that fits? */
final class GuardChecks {
  /** What the engine of this version speaks. */
  private static final int PROTOCOL = Doorkeeper.PROTOCOL;

  private final Program program;

  GuardChecks(Program program) {
    this.program = program;
  }

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (ScannedClass type : program.classes()) {
      if (!type.isProxy()) {
        type.guarded().forEach(method -> check(type, method, findings));
        protocol(type).ifPresent(findings::add);
      }
    }
    return findings;
  }

  private void check(ScannedClass type, ScannedMethod method, List<Finding> findings) {
    if (method.isAbstract()) {
      findings.add(Finding.of(Check.SC007, type, method, "is guarded, but has no body"));
      return;
    }
    Optional<ScannedClass> descriptor = program.find(type.descriptorName());
    if (descriptor.isEmpty()) {
      findings.add(
          Finding.of(
              Check.SC001,
              type,
              method,
              "has no descriptor: the annotation processor did not run, so every call is refused"));
    } else if (!descriptor.get().describes(method)) {
      findings.add(
          Finding.of(
              Check.SC002,
              type,
              method,
              "is not in its class's descriptor, which was made for another version of the class"));
    }
  }

  private static Optional<Finding> protocol(ScannedClass type) {
    Integer protocol = type.protocol();
    return protocol == null || protocol <= PROTOCOL
        ? Optional.empty()
        : Optional.of(
            Finding.of(
                Check.SC003,
                type,
                "speaks protocol " + protocol + ", this Sidegate speaks " + PROTOCOL));
  }
}
