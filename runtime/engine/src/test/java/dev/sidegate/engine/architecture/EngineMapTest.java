package dev.sidegate.engine.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Which room of the engine may look into which. */
class EngineMapTest {
  private static final String ENGINE = "dev.sidegate.engine";

  /** A room, and the rooms it may use. The root package wires all of them together. */
  private static final Map<String, Set<String>> MAP =
      Map.ofEntries(
          entry("intent", Set.of()),
          entry("target", Set.of()),
          entry("secret", Set.of()),
          entry("failure", Set.of("intent")),
          entry("payload", Set.of("intent", "secret")),
          entry("settings", Set.of("intent", "failure")),
          entry("lease", Set.of("intent")),
          entry("audit", Set.of("intent", "lease")),
          entry("key", Set.of("intent", "payload", "secret")),
          entry("journal", Set.of("intent", "payload", "audit")),
          entry("approval", Set.of("intent", "payload", "key", "secret", "settings")),
          entry("notify", Set.of("intent", "approval", "settings")),
          entry("operation", Set.of("intent")),
          entry("transition", Set.of("intent")),
          entry("failover", Set.of("intent")),
          entry(
              "store",
              Set.of(
                  "intent",
                  "settings",
                  "audit",
                  "key",
                  "approval",
                  "notify",
                  "operation",
                  "transition",
                  "failover")),
          entry("killswitch", Set.of("intent", "lease")),
          entry(
              "gate",
              Set.of(
                  "approval",
                  "intent",
                  "failure",
                  "payload",
                  "settings",
                  "lease",
                  "key",
                  "journal",
                  "secret",
                  "killswitch",
                  "operation",
                  "audit")),
          entry(
              "door",
              Set.of(
                  "approval",
                  "intent",
                  "failure",
                  "payload",
                  "settings",
                  "lease",
                  "key",
                  "journal",
                  "secret",
                  "gate",
                  "operation",
                  "notify",
                  "target",
                  "reconcile",
                  "outbox")),
          entry("outbox", Set.of("intent", "settings", "lease", "gate")),
          entry("reconcile", Set.of("intent", "settings", "lease", "gate")));

  /** What decides without a clock, a connection or a thread. */
  private static final Set<String> PURE =
      Set.of("intent", "failure", "payload", "key", "transition");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ENGINE);

  @Test
  void eachRoomUsesOnlyTheRoomsOnTheMap() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      String room = room(type);
      if (room.isEmpty()) {
        continue;
      }
      for (Dependency use : type.getDirectDependenciesFromSelf()) {
        JavaClass used = use.getTargetClass().getBaseComponentType();
        if (used.getPackageName().startsWith(ENGINE)
            && !room(used).equals(room)
            && !MAP.getOrDefault(room, Set.of()).contains(room(used))) {
          wrong.add(room + " -> " + room(used) + ": " + use.getDescription());
        }
      }
    }
    assertThat(wrong).as("uses that are not on the map").isEmpty();
  }

  @Test
  void eachRoomIsOnTheMap() {
    assertThat(CLASSES)
        .extracting(EngineMapTest::room)
        .filteredOn(room -> !room.isEmpty())
        .isSubsetOf(MAP.keySet());
  }

  @Test
  void noTwoRoomsNeedEachOther() {
    slices().matching(ENGINE + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theEngineKnowsNeitherTheAgentNorTheOperator() {
    assertThat(
            uses(
                type -> true,
                used ->
                    used.startsWith("dev.sidegate.agent.")
                        || used.startsWith("dev.sidegate.operator.")
                        || used.startsWith("net.bytebuddy.")))
        .isEmpty();
  }

  @Test
  void onlyTheStoreSpeaksToTheDatabase() {
    assertThat(
            uses(
                type -> !room(type).equals("store"),
                used ->
                    used.startsWith("java.sql.")
                        || used.startsWith("javax.sql.")
                        || used.startsWith("org.postgresql.")
                        || used.startsWith("com.zaxxer.hikari.")))
        .isEmpty();
  }

  @Test
  void pureRoomsReadNoClock() {
    List<String> clocks =
        CLASSES.stream()
            .filter(type -> PURE.contains(room(type)))
            .flatMap(type -> type.getMethodCallsFromSelf().stream())
            .filter(
                call ->
                    call.getTarget().getName().matches("now|currentTimeMillis|nanoTime|systemUTC")
                        && call.getTargetOwner().getPackageName().startsWith("java."))
            .map(Object::toString)
            .toList();
    assertThat(clocks).isEmpty();
  }

  @Test
  void pureRoomsStartNoThreadAndOpenNothing() {
    assertThat(
            uses(
                type -> PURE.contains(room(type)),
                used ->
                    used.equals("java.lang.Thread")
                        || used.matches("java\\.util\\.concurrent\\..*(Executor|Future|Timer).*")
                        || used.startsWith("java.net.http.")
                        || used.startsWith("java.nio.file.")))
        .isEmpty();
  }

  private static List<String> uses(Predicate<JavaClass> users, Predicate<String> used) {
    return CLASSES.stream()
        .filter(users)
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .filter(use -> used.test(use.getTargetClass().getBaseComponentType().getName()))
        .map(Dependency::getDescription)
        .toList();
  }

  private static String room(JavaClass type) {
    String within = type.getPackageName().substring(ENGINE.length());
    return within.isEmpty() ? "" : within.substring(1).split("\\.", 2)[0];
  }
}
