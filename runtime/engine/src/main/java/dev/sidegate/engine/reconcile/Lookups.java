package dev.sidegate.engine.reconcile;

import dev.sidegate.engine.gate.ProviderLookup;
import java.util.List;

/** The lookups that this process knows and could run without a caller. */
@FunctionalInterface
public interface Lookups {

  /** Those of the classes in use here; an effect may have several, or none that is ready. */
  List<ProviderLookup> known();
}
