package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.reconcile.Lookups;
import dev.sidegate.engine.target.Targets;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lookups of the woven classes that are in use here, each on its class's target. */
final class WovenLookups implements Lookups {
  private static final Logger LOG = LoggerFactory.getLogger(WovenLookups.class);

  private final CallForms forms;
  private final Descriptors descriptors;
  private final Targets targets;

  WovenLookups(CallForms forms, Descriptors descriptors, Targets targets) {
    this.forms = forms;
    this.descriptors = descriptors;
    this.targets = targets;
  }

  @Override
  public List<ProviderLookup> known() {
    List<ProviderLookup> known = new ArrayList<>();
    for (MethodHandles.Lookup woven : targets.woven()) {
      for (DescribedMethod method : methods(woven)) {
        method
            .reconciler()
            .ifPresent(
                reconciler ->
                    known.add(
                        new WovenLookup(
                            forms,
                            method,
                            reconciler,
                            woven,
                            () -> targets.of(woven.lookupClass()))));
      }
    }
    return known;
  }

  /** A class whose descriptor cannot be used is refused where it is called. */
  private Iterable<DescribedMethod> methods(MethodHandles.Lookup woven) {
    try {
      return descriptors.of(woven).methods();
    } catch (DescriptorException unusable) {
      LOG.debug("No lookups of {}: {}", woven.lookupClass().getName(), unusable.getMessage());
      return List.of();
    }
  }
}
