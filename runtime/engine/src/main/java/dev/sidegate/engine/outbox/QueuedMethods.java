package dev.sidegate.engine.outbox;

import java.util.List;

/** The methods that queued calls may run through. */
@FunctionalInterface
public interface QueuedMethods {

  /** Those of the classes that are in use here. */
  List<QueuedMethod> known();
}
