package dev.sidegate.engine.operation;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** Where operations are looked up. */
public interface OperationStore {

  /** How these stand, in one statement; what is not there has no entry. */
  Map<UUID, FoundOperation> operations(Collection<UUID> ids);
}
