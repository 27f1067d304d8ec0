package dev.sidegate.engine.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Law 9 in the code: nothing is compared with this machine's wall clock but a length of time that
 * began on it. Who reads it stands here, with the reason.
 */
class OneClockTest {
  private static final Set<String> READERS =
      Set.of(
          "lease.LeaseClock", // the only place that reads it for the engine
          "lease.LocalLease", // the lease's length since the claim was sent
          "killswitch.SwitchPermit", // the copy's age
          "gate.ThrownSettlement", // Retry-After as a date, from an answer without one of its own
          "audit.ProcessAudit", // said beside an event, whose time is the database's
          "store.OperationIds", // makes ids grow; nothing is read out of them
          "EngineParts", // hands a clock to the webhook's signature
          "notify.WebhookNotifier"); // its receiver looks at how old a message is

  private static final Set<String> MOMENTS =
      Set.of("currentTimeMillis", "wallMillis", "systemUTC", "systemDefaultZone", "now", "instant");

  private static final Pattern TRANSACTION_TIME =
      Pattern.compile("(?i)(\\bnow\\(\\)|current_timestamp|localtimestamp|transaction_timestamp)");

  @Test
  void whoReadsTheWallClockIsKnown() {
    Set<String> readers = new TreeSet<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.sidegate.engine")) {
      for (JavaAccess<?> access : type.getAccessesFromSelf()) {
        if (isMoment(access)) {
          readers.add(outermost(type).substring("dev.sidegate.engine.".length()));
        }
      }
    }

    assertThat(readers).containsExactlyInAnyOrderElementsOf(READERS);
  }

  /** A transaction may have begun long before its statement; a statement's own time is its last. */
  @Test
  void noStatementComparesWithTheTimeAtWhichItsTransactionBegan() throws IOException {
    List<String> wrong = new ArrayList<>();
    Path statements =
        Repository.root().resolve("runtime/engine/src/main/resources/dev/sidegate/engine/store");
    try (Stream<Path> files = Files.walk(statements)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".sql")).toList()) {
        Repository.read(file)
            .lines()
            .filter(line -> TRANSACTION_TIME.matcher(line.replaceAll("--.*", "")).find())
            .forEach(line -> wrong.add(file.getFileName() + ": " + line.strip()));
      }
    }

    assertThat(wrong).isEmpty();
  }

  private static boolean isMoment(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getFullName();
    return MOMENTS.contains(access.getTarget().getName())
        && (owner.startsWith("java.time.")
            || owner.equals("java.lang.System")
            || owner.endsWith("LeaseClock$Reading"));
  }

  private static String outermost(JavaClass type) {
    return type.getFullName().replaceAll("\\$.*", "");
  }
}
