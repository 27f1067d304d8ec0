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
}
