package dev.sidegate.operator.scan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The result of a scan.
 *
 * @param classes how many classes were read
 * @param guarded how many guarded methods they have
 * @param findings sorted by class, method and code
 */
record Scan(int classes, long guarded, List<Finding> findings) {

  static Scan of(ClassFiles files, Set<String> toolAnnotations) {
    Program program = Program.read(files, toolAnnotations);
    List<Finding> findings = new ArrayList<>(program.unreadable());
    findings.addAll(new GuardChecks(program).findings());
    findings.addAll(new InheritanceChecks(program, toolAnnotations).findings());
    long guarded = program.classes().stream().flatMap(ScannedClass::guarded).count();
    if (guarded > 0 && program.classes().stream().noneMatch(ScannedClass::callsVerify)) {
      findings.add(
          Finding.of(
              Check.SC008,
              "",
              "the program nowhere calls Sidegate.verify: where the agent is missing, it runs"
                  + " unguarded"));
    }
    findings.sort(
        Comparator.comparing(Finding::type)
            .thenComparing(Finding::method)
            .thenComparing(Finding::code));
    return new Scan(program.classes().size(), guarded, List.copyOf(findings));
  }
}
