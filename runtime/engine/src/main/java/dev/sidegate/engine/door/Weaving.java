package dev.sidegate.engine.door;

import java.util.List;

/** What the agent knows of woven classes; without an agent there is none. */
@FunctionalInterface
public interface Weaving {

  /** No agent: nothing is woven. */
  Weaving NONE =
      classes -> List.of("this JVM has no agent; start it with -javaagent:sidegate-agent.jar");

  /** Why calls of these classes, or of any class the rules name, would not be guarded. */
  List<String> findings(List<Class<?>> classes);

  /**
   * Whether the clients of this JVM's guarded bodies are watched: all of them woven, and work that
   * a body hands to other threads tied to its attempt.
   */
  default boolean watchesClients() {
    return false;
  }
}
