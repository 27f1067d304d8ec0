package dev.sidegate.agent.start;

import dev.sidegate.agent.weave.GuardTransformer;
import dev.sidegate.agent.weave.WeavingRecord;
import java.lang.instrument.Instrumentation;

/**
 * Puts the agent in place, in this order: the door; the transformer, so that nothing is defined
 * unwoven from here on; the classes that were loaded before; a first look at the settings, beside
 * {@code main}.
 */
public final class Attachment {
  private Attachment() {}

  /**
   * Attaches.
   *
   * @throws Exception if something would run unguarded; then the JVM must not go on
   */
  public static void attach(Instrumentation instrumentation) throws Exception {
    AgentStatus status = new AgentStatus();
    WeavingRecord record = new WeavingRecord(status);
    WovenJdk jdk = new WovenJdk();
    AgentDoor.LazyTargets targets = new AgentDoor.LazyTargets();
    Verification verification = new Verification(record, jdk);
    LazyEngine engine =
        new LazyEngine(new EngineStart(instrumentation, verification, jdk, targets), status);
    WovenLibraries libraries = new WovenLibraries(instrumentation);
    DoorFrame.define(instrumentation);
    SidegateDoor.door =
        new AgentDoor(engine, verification, jdk, targets, new AroundCalls(libraries));
    instrumentation.addTransformer(new GuardTransformer(record, libraries), true);
    EarlyClasses.weave(instrumentation, record);
    SettingsCheck.begin();
  }
}
