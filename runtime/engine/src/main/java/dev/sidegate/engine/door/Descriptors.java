package dev.sidegate.engine.door;

import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Descriptors by guarded class. They live as long as the class; no class is kept alive here. */
final class Descriptors {
  private final ClassValue<AtomicReference<Descriptor>> byClass = new ReferencePerClass();
  private final ProviderContracts contracts;
  private final Consumer<MethodHandles.Lookup> met;

  /** Tells of each class, the first time that its descriptor is needed. */
  Descriptors(ProviderContracts contracts, Consumer<MethodHandles.Lookup> met) {
    this.contracts = contracts;
    this.met = met;
  }

  /**
   * The descriptor of the lookup's class.
   *
   * @throws DescriptorException if there is none that could be used
   */
  Descriptor of(MethodHandles.Lookup lookup) {
    AtomicReference<Descriptor> reference = byClass.get(lookup.lookupClass());
    Descriptor known = reference.get();
    if (known != null) {
      return known;
    }
    Descriptor made = Descriptor.of(lookup, contracts);
    // Several threads may ask first; all of them get one, since methods are told apart by identity.
    Descriptor faster = reference.compareAndExchange(null, made);
    if (faster != null) {
      return faster;
    }
    met.accept(lookup);
    return made;
  }

  private static final class ReferencePerClass extends ClassValue<AtomicReference<Descriptor>> {
    @Override
    protected AtomicReference<Descriptor> computeValue(Class<?> type) {
      return new AtomicReference<>();
    }
  }
}
