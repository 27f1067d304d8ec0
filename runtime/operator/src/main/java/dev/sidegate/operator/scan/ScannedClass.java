package dev.sidegate.operator.scan;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A class as its file has it.
 *
 * @param origin the jar or directory it was found in
 * @param name its binary name with slashes
 * @param parents superclass and interfaces
 * @param methods those that matter to a check, or all of them if the class was read whole
 * @param callsVerify whether it calls {@code Sidegate.verify}
 * @param protocol of a generated descriptor; null if this is none
 * @param texts of a generated descriptor: every text in it
 */
record ScannedClass(
    String origin,
    String name,
    List<String> parents,
    List<ScannedMethod> methods,
    boolean callsVerify,
    @Nullable Integer protocol,
    Set<String> texts) {

  /** {@code com.acme.Outer$Inner}. */
  String binaryName() {
    return name.replace('/', '.');
  }

  String packageName() {
    return name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  /** Where the processor puts what it generates for this class. */
  String descriptorName() {
    int slash = name.lastIndexOf('/') + 1;
    return name.substring(0, slash)
        + "Sidegate_"
        + name.substring(slash).replace("_", "_1").replace('$', '_');
  }

  /** Whether this generated descriptor's plan has a line for the method. */
  boolean describes(ScannedMethod method) {
    String line = "method method=" + method.name() + " descriptor=" + method.descriptor() + " ";
    return texts.stream().anyMatch(text -> text.startsWith(line));
  }

  /** A proxy that a framework made at build time; it only passes calls on. */
  boolean isProxy() {
    return name.contains("$$");
  }

  /** The methods that the agent guards. */
  Stream<ScannedMethod> guarded() {
    return methods.stream().filter(ScannedMethod::isGuarded).filter(method -> !method.isBridge());
  }
}
