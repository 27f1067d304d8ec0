import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the mutations of {@code .ci/laws/*.mutations}. Each is one exact edit of one source file, and
 * the test that must fail with it:
 *
 * <pre>
 * law 2: a lease that ran out is granted again
 * file runtime/engine/src/main/resources/dev/sidegate/engine/store/claim.sql
 * test ClaimTest#anExpiredLeaseBecomesDoubtAndIsNeverGrantedAgain
 * - WHEN s.state = 'PROCESSING' AND s.past_lease THEN 'EXPIRE'
 * + WHEN s.state = 'PROCESSING' AND s.past_lease THEN 'RETRY'
 * </pre>
 *
 * Lines with {@code -} are what stands there, once in the file; lines with {@code +} replace them. A
 * class is compiled by itself, a resource is copied; then the test runs in a JVM of its own.
 */
public final class BreakLaws {
  private static final List<String> MODULES = List.of("runtime/engine", "agent");
  private static final long PATIENCE_SECONDS = 300;

  private record Mutation(int law, String name, String file, String test, String from, String to) {}

  private record Outcome(Mutation mutation, String result, boolean failed) {}

  private record Tree(Path root, Path runner) {}

  public static void main(String[] arguments) throws Exception {
    Path source = Path.of("").toAbsolutePath();
    List<Mutation> mutations = new ArrayList<>();
    for (Path file : sorted(source.resolve(".ci/laws"), ".mutations")) {
      mutations.addAll(read(file));
    }
    mutations.removeIf(mutation -> !chosen(mutation, arguments));
    List<String> wrong = new ArrayList<>();
    for (Mutation mutation : mutations) {
      int found = count(Files.readString(source.resolve(mutation.file())), mutation.from());
      if (found != 1) {
        wrong.add(mutation.name() + ": its text stands " + found + " times in " + mutation.file());
      }
    }
    if (!wrong.isEmpty() || mutations.isEmpty()) {
      wrong.forEach(System.err::println);
      System.err.println(mutations.isEmpty() ? "no such mutation" : "nothing was run");
      System.exit(1);
    }
    Path work = Files.createTempDirectory("sidegate-laws");
    List<Outcome> outcomes = new ArrayList<>();
    try {
      List<Tree> trees = trees(source, work);
      Queue<Mutation> queue = new ConcurrentLinkedQueue<>(mutations);
      List<Thread> workers = new ArrayList<>();
      for (Tree tree : trees) {
        Thread worker = new Thread(() -> work(tree, queue, outcomes));
        workers.add(worker);
        worker.start();
      }
      for (Thread worker : workers) {
        worker.join();
      }
    } finally {
      run(work, work.resolve("rm.log"), "rm", "-rf", work.toString());
    }
    List<Outcome> survived = outcomes.stream().filter(outcome -> !outcome.failed()).toList();
    System.out.printf("%n%d mutations, %d survived%n", outcomes.size(), survived.size());
    survived.forEach(outcome -> System.out.println(line(outcome)));
    System.exit(outcomes.size() == mutations.size() && survived.isEmpty() ? 0 : 1);
  }

  private static boolean chosen(Mutation mutation, String[] arguments) {
    return arguments.length == 0
        || Stream.of(arguments)
            .anyMatch(
                argument ->
                    argument.matches("\\d+")
                        ? Integer.parseInt(argument) == mutation.law()
                        : mutation.name().contains(argument));
  }

  // One tree for each worker: what is committed and what is not, built once.

  private static List<Tree> trees(Path source, Path work) throws Exception {
    Path first = work.resolve("1");
    Files.createDirectories(first);
    must(
        source,
        work,
        "bash",
        "-c",
        "git ls-files -co --exclude-standard -z | tar -c --null --files-from=- --ignore-failed-read |"
            + " tar -x -C "
            + first);
    System.out.println("building a copy in " + first);
    // One quick test of each module: their reports name the class path.
    must(
        first,
        work,
        "mvn",
        "-o",
        "-q",
        "-Pquick",
        "-pl",
        String.join(",", MODULES),
        "-am",
        "package", // the agent's tests want the packaged engine
        "-Dtest=LocalLeaseTest,MentionTest",
        "-Dsurefire.failIfNoSpecifiedTests=false");
    Path runner = work.resolve("runner");
    must(
        first,
        work,
        "javac",
        "-d",
        runner.toString(),
        "-cp",
        launcher(classPath(first, MODULES.get(0))),
        ".ci/laws/RunTest.java");
    List<Tree> trees = new ArrayList<>(List.of(new Tree(first, runner)));
    if (Runtime.getRuntime().availableProcessors() > 1) {
      Path second = work.resolve("2");
      must(source, work, "cp", "-r", first.toString(), second.toString());
      trees.add(new Tree(second, runner));
    }
    return trees;
  }

  private static String classPath(Path root, String module) throws IOException {
    for (Path report : sorted(root.resolve(module + "/target/surefire-reports"), ".xml")) {
      Matcher path =
          Pattern.compile("name=\"surefire.test.class.path\" value=\"([^\"]+)\"")
              .matcher(Files.readString(report));
      if (path.find()) {
        // A copied tree has its own classes; the report names the first one's.
        String first = root.getParent().resolve("1").toString();
        return path.group(1).replace(first + "/", root + "/");
      }
    }
    throw new IllegalStateException("no report in " + module);
  }

  /** JUnit's launcher, of the version of the engine that the tests have; surefire fetched it. */
  private static String launcher(String classPath) {
    Matcher engine =
        Pattern.compile("([^:]+)/junit-platform-engine/([^/]+)/junit-platform-engine-[^:]+")
            .matcher(classPath);
    if (!engine.find()) {
      throw new IllegalStateException("no JUnit on " + classPath);
    }
    String version = engine.group(2);
    return classPath
        + File.pathSeparator
        + "%s/junit-platform-launcher/%s/junit-platform-launcher-%s.jar"
            .formatted(engine.group(1), version, version);
  }

  // One mutation after the other.

  private static void work(Tree tree, Queue<Mutation> queue, List<Outcome> outcomes) {
    for (Mutation next = queue.poll(); next != null; next = queue.poll()) {
      Outcome outcome;
      try {
        outcome = broken(tree, next);
      } catch (Exception e) {
        outcome = new Outcome(next, "could not be tried: " + e.getMessage(), false);
      }
      synchronized (outcomes) {
        outcomes.add(outcome);
        System.out.println(line(outcome));
      }
    }
  }

  private static Outcome broken(Tree tree, Mutation mutation) throws Exception {
    Path file = tree.root().resolve(mutation.file());
    String module =
        MODULES.stream().filter(m -> mutation.file().startsWith(m + "/")).findFirst().orElseThrow();
    Path classes = tree.root().resolve(module + "/target/classes");
    String whole = Files.readString(file);
    Path saved = tree.root().resolve("saved");
    must(tree.root(), tree.root(), "cp", "-r", classes.toString(), saved.toString());
    try {
      Files.writeString(file, whole.replace(mutation.from(), mutation.to()));
      String path = classPath(tree.root(), module);
      if (mutation.file().endsWith(".java")) {
        List<String> compile = new ArrayList<>(List.of("javac", "-nowarn", "-proc:none", "-g"));
        compile.addAll(door(tree, module));
        // As in the agent's build: the JDK's own string concatenation would be bootstrapped.
        compile.addAll(List.of("-parameters", "-XDstringConcat=inline", "-cp", path));
        compile.addAll(List.of("-d", classes.toString(), file.toString()));
        must(tree.root(), tree.root(), compile.toArray(String[]::new));
      } else {
        String within = mutation.file().substring(mutation.file().indexOf("resources/") + 10);
        Files.copy(
            file, classes.resolve(within), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
      return tested(tree, mutation, module, path);
    } finally {
      Files.writeString(file, whole);
      must(tree.root(), tree.root(), "rm", "-rf", classes.toString());
      must(tree.root(), tree.root(), "mv", saved.toString(), classes.toString());
    }
  }

  private static Outcome tested(Tree tree, Mutation mutation, String module, String path)
      throws Exception {
    Path log = tree.root().resolve("test.log");
    List<String> command =
        new ArrayList<>(List.of("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(door(tree, module));
    command.addAll(List.of("-cp", tree.runner() + File.pathSeparator + launcher(path)));
    command.addAll(List.of("RunTest", "target/test-classes", mutation.test()));
    int status = run(tree.root().resolve(module), log, command.toArray(String[]::new));
    String said =
        Files.readString(log)
            .lines()
            .filter(line -> line.startsWith("FAILED ") || line.startsWith("NONE "))
            .findFirst()
            .orElse("");
    return switch (status) {
      case 1 -> new Outcome(mutation, said.substring("FAILED ".length()), true);
      case 0 -> new Outcome(mutation, "SURVIVED " + mutation.test(), false);
      case -1 -> new Outcome(mutation, mutation.test() + " hung", true);
      default -> new Outcome(mutation, "no such test, or it could not run: " + said, false);
    };
  }

  /** The agent's door belongs to java.base. */
  private static List<String> door(Tree tree, String module) {
    return module.equals("agent")
        ? List.of("--patch-module", "java.base=" + tree.root().resolve("agent/target/door"))
        : List.of();
  }

  private static String line(Outcome outcome) {
    return "| %2d | %-70s | %s |"
        .formatted(outcome.mutation().law(), outcome.mutation().name(), outcome.result());
  }

  // The files of mutations.

  private static List<Mutation> read(Path path) throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    for (String block : Files.readString(path).split("(?m)^\\s*$\\n?")) {
      List<String> lines =
          block.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).toList();
      if (lines.isEmpty()) {
        continue;
      }
      Matcher head = Pattern.compile("law (\\d+): (.+)").matcher(lines.get(0));
      if (!head.matches()) {
        throw new IllegalStateException(path + ": not \"law N: what is broken\": " + lines.get(0));
      }
      mutations.add(
          new Mutation(
              Integer.parseInt(head.group(1)),
              head.group(2),
              value(path, lines, "file "),
              value(path, lines, "test "),
              edit(lines, '-'),
              edit(lines, '+')));
    }
    return mutations;
  }

  private static String value(Path path, List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip())
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException(path + ": no " + name + "in: " + lines.get(0)));
  }

  private static String edit(List<String> lines, char sign) {
    return String.join(
        "\n",
        lines.stream()
            .filter(line -> line.charAt(0) == sign)
            .map(line -> line.length() > 2 ? line.substring(2) : "")
            .toList());
  }

  private static int count(String text, String part) {
    int count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
      count++;
    }
    return count;
  }

  private static List<Path> sorted(Path directory, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  // Processes.

  private static void must(Path directory, Path logs, String... command) throws Exception {
    Path log = Files.createTempFile(logs, "command", ".log");
    int status = run(directory, log, command);
    if (status != 0) {
      String said = Files.readString(log);
      throw new IllegalStateException(
          String.join(" ", command).toLowerCase(Locale.ROOT).split(" ")[0]
              + " failed:\n"
              + said.substring(Math.max(0, said.length() - 2000)));
    }
    Files.delete(log);
  }

  /** The exit status, or -1 if it took too long. */
  private static int run(Path directory, Path log, String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean build = command[0].equals("mvn");
    if (!process.waitFor(build ? 4 * PATIENCE_SECONDS : PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      return -1;
    }
    return process.exitValue();
  }
}
