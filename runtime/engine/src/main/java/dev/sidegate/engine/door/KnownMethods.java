package dev.sidegate.engine.door;

import dev.sidegate.engine.target.Targets;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The guarded methods of the woven classes that are in use here. */
final class KnownMethods {
  private static final Logger LOG = LoggerFactory.getLogger(KnownMethods.class);

  private final Descriptors descriptors;
  private final Targets targets;

  KnownMethods(Descriptors descriptors, Targets targets) {
    this.descriptors = descriptors;
    this.targets = targets;
  }

  /**
   * One guarded method.
   *
   * @param method what its descriptor says
   * @param access its class's own lookup
   */
  record Known(DescribedMethod method, MethodHandles.Lookup access) {}

  /** All of them. A class whose descriptor cannot be used is refused where it is called. */
  List<Known> all() {
    List<Known> known = new ArrayList<>();
    for (MethodHandles.Lookup woven : targets.woven()) {
      try {
        for (DescribedMethod method : descriptors.of(woven).methods()) {
          known.add(new Known(method, woven));
        }
      } catch (DescriptorException unusable) {
        LOG.debug("No methods of {}: {}", woven.lookupClass().getName(), unusable.getMessage());
      }
    }
    return known;
  }

  /** Those of an effect; several only where the settings allow it several owners. */
  List<Known> ofEffect(String effect) {
    return all().stream().filter(known -> known.method().effect().name().equals(effect)).toList();
  }
}
