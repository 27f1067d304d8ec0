package dev.sidegate.operator.scan;

/** What is looked for. Codes are stable: scripts and pages name them. */
enum Check {
  /** A guarded method whose class has no descriptor. */
  SC001(
      "Add sidegate-processor to the compiler's processor path; on JDK 23 and newer nothing on the"
          + " class path alone runs"),
  /** A descriptor that does not know the method. */
  SC002("Build the class again from clean, with one version of sidegate-processor"),
  /** A descriptor of a protocol that this version does not speak. */
  SC003("Use one version of sidegate-processor, sidegate-annotations and sidegate-agent"),
  /** Two methods that claim one effect. */
  SC004("Give one of them another name with effect = \"…\""),
  /** A tool that says neither what it changes nor that it changes nothing. */
  SC005("Mark it @SideEffect(key = \"…\"), or @ReadOnly if it changes nothing"),
  /** An override without the guard of what it overrides. */
  SC006("Repeat the annotation on the override; method annotations are not inherited"),
  /** A guard on a method without a body. */
  SC007("Put @SideEffect on the methods that implement it"),
  /** Nothing stops the program where the agent is missing. */
  SC008("Call Sidegate.verify(Tools.class, …) first in main"),
  /** A class file that cannot be read, and so cannot be cleared. */
  SC009("Build it again, or use a sidegate.jar that knows this JDK's class files");

  private final String remedy;

  Check(String remedy) {
    this.remedy = remedy;
  }

  /** How to mend it. */
  String remedy() {
    return remedy;
  }
}
