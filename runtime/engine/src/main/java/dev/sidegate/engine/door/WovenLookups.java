package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.ProviderLookup;
import dev.sidegate.engine.reconcile.Lookups;
import dev.sidegate.engine.target.Targets;
import java.util.ArrayList;
import java.util.List;

/** The lookups of the woven classes that are in use here, each on its class's target. */
final class WovenLookups implements Lookups {
  private final CallForms forms;
  private final KnownMethods methods;
  private final Targets targets;

  WovenLookups(CallForms forms, KnownMethods methods, Targets targets) {
    this.forms = forms;
    this.methods = methods;
    this.targets = targets;
  }

  @Override
  public List<ProviderLookup> known() {
    List<ProviderLookup> known = new ArrayList<>();
    for (KnownMethods.Known woven : methods.all()) {
      Class<?> type = woven.access().lookupClass();
      woven
          .method()
          .reconciler()
          .ifPresent(
              reconciler ->
                  known.add(
                      new WovenLookup(
                          forms,
                          woven.method(),
                          reconciler,
                          woven.access(),
                          () -> targets.of(type))));
    }
    return known;
  }
}
