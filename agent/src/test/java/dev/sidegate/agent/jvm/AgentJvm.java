package dev.sidegate.agent.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A JVM to be forked: a Java, a program, and the packaged agent.
 *
 * <pre>{@code
 * Ended ended = AgentJvm.on(jdk).program(Program.plain("weaving")).run("Weaving", "skip");
 * assertThat(ended.output()).doesNotContain("body");
 * }</pre>
 */
public final class AgentJvm {
  private final Jdk jdk;
  private final List<String> agents = new ArrayList<>(List.of(ClassPath.agent().toString()));
  private final List<String> options = new ArrayList<>();
  private final List<Path> classPath = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private Path annotations = ClassPath.annotations();

  private AgentJvm(Jdk jdk) {
    this.jdk = jdk;
  }

  /** On this Java, with the agent and {@code sidegate-annotations}. */
  public static AgentJvm on(Jdk jdk) {
    return new AgentJvm(jdk);
  }

  /** Adds classes or a jar to the class path. */
  public AgentJvm program(Path classes) {
    classPath.add(classes);
    return this;
  }

  /** Adds a program, with the version of a framework that it was compiled against. */
  public AgentJvm program(String name, String framework) {
    classPath.add(Program.guarded(name, framework));
    classPath.addAll(ClassPath.framework(framework));
    return this;
  }

  /** An option of the JVM. */
  public AgentJvm option(String option) {
    options.add(option);
    return this;
  }

  /** A system property. */
  public AgentJvm property(String name, String value) {
    return option("-D" + name + "=" + value);
  }

  /** A variable of its environment. */
  public AgentJvm environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Without any agent. */
  public AgentJvm withoutAgent() {
    agents.clear();
    return this;
  }

  /** With one more agent, after those that are given already. */
  public AgentJvm agent(Path jar, String options) {
    agents.add(jar.toAbsolutePath() + "=" + options);
    return this;
  }

  /** With one more agent, before those that are given already. */
  public AgentJvm agentBefore(Path jar, String options) {
    agents.add(0, jar.toAbsolutePath() + "=" + options);
    return this;
  }

  /** With the agent given once more. */
  public AgentJvm agentTwice() {
    agents.add(ClassPath.agent().toString());
    return this;
  }

  /** Without {@code sidegate-annotations} on the run-time path. */
  public AgentJvm withoutAnnotations() {
    annotations = Path.of("");
    return this;
  }

  /** Starts it, and waits until it has ended. */
  public Ended run(String main, String... arguments) {
    return start(main, arguments).untilEnd();
  }

  /** Starts it. */
  public RunningJvm start(String main, String... arguments) {
    List<String> command = new ArrayList<>(List.of(jdk.tool("java")));
    agents.forEach(agent -> command.add("-javaagent:" + agent));
    command.addAll(options);
    List<String> path = new ArrayList<>();
    classPath.forEach(entry -> path.add(entry.toAbsolutePath().toString()));
    if (!annotations.toString().isEmpty()) {
      path.add(annotations.toAbsolutePath().toString());
    }
    command.addAll(List.of("-cp", String.join(ClassPath.SEPARATOR, path), main));
    command.addAll(List.of(arguments));
    return start(command);
  }

  /** Runs a tool of the JDK, given the agent through {@code JAVA_TOOL_OPTIONS}. */
  public Ended tool(String name, String... arguments) {
    List<String> command = new ArrayList<>(List.of(jdk.tool(name)));
    command.addAll(List.of(arguments));
    List<String> all = new ArrayList<>(options);
    agents.forEach(agent -> all.add("-javaagent:" + agent));
    environment.put("JAVA_TOOL_OPTIONS", String.join(" ", all));
    return start(command).untilEnd();
  }

  private RunningJvm start(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("SIDEGATE_"));
    builder.environment().putAll(environment);
    try {
      return new RunningJvm(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
