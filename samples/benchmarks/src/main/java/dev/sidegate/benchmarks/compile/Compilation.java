package dev.sidegate.benchmarks.compile;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * One way to compile the project.
 *
 * @param name as the table calls it
 * @param options of the compiler
 */
record Compilation(String name, List<String> options) {

  /**
   * What a compilation cost.
   *
   * @param cpuMillis the compiler's thread alone
   * @param megabytes what that thread allocated; hardly differs from run to run
   */
  record Cost(double cpuMillis, double megabytes) {}

  /** Compiles once in this JVM. */
  Cost run(List<Path> sources, Path into) throws IOException {
    Path classes = Files.createDirectories(into.resolve("classes"));
    Path generated = Files.createDirectories(into.resolve("generated"));
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--release", "17", "-d", classes.toString(), "-s", generated.toString()));
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = javac.getStandardFileManager(null, Locale.ROOT, null)) {
      long cpu = thread().getCurrentThreadCpuTime();
      long allocated = thread().getCurrentThreadAllocatedBytes();
      boolean success =
          javac
              .getTask(said, files, null, all, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!success) {
        throw new IllegalStateException(said.toString());
      }
      return new Cost(
          (thread().getCurrentThreadCpuTime() - cpu) / 1e6,
          (thread().getCurrentThreadAllocatedBytes() - allocated) / 1e6);
    }
  }

  /** What this JVM has used so far, compiling and collecting threads included. */
  static double processCpuMillis() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e6;
  }

  private static ThreadMXBean thread() {
    return (ThreadMXBean) ManagementFactory.getThreadMXBean();
  }
}
