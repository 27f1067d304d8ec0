package dev.sidegate.engine.target;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects on which calls without a caller may run, by class. In this order: the only one that
 * the application registered, the only one that its resolvers name, the only one that was ever
 * built. Where there were several, nobody says which: then there is none.
 *
 * <p>Safe for many threads. Needs no engine: what is built before the engine starts counts too.
 */
public final class Targets {
  private static final Logger LOG = LoggerFactory.getLogger(Targets.class);

  private final Set<Class<?>> woven =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private final ClassValue<Known> known =
      new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> type) {
          return new Known();
        }
      };
  private final Resolvers resolvers = new Resolvers();

  /**
   * Answers the door's questions about targets: {@code target.constructed} (lookup of the woven
   * class, the object), {@code target.uncounted} (a class), {@code target.register} (an object).
   * Always null; never throws.
   */
  public @Nullable Object answer(String question, @Nullable Object[] with) {
    Object first = with.length > 0 ? with[0] : null;
    Object second = with.length > 1 ? with[1] : null;
    if (question.equals("target.constructed")
        && first instanceof MethodHandles.Lookup lookup
        && second != null) {
      constructed(lookup, second);
    } else if (question.equals("target.uncounted") && first instanceof Class<?> type) {
      uncounted(type);
    } else if (question.equals("target.register") && first != null) {
      register(first);
    } else {
      LOG.error("The question {} with {} arguments is none about targets", question, with.length);
    }
    return null;
  }

  /**
   * A constructor of a woven class has returned; the object may be one of a subclass.
   *
   * @return whether the class was not in use here before
   */
  public boolean constructed(MethodHandles.Lookup lookup, Object object) {
    boolean first = met(lookup);
    known.get(lookup.lookupClass()).built.add(object);
    return first;
  }

  /** Objects of this class may have been built before anybody counted. */
  public void uncounted(Class<?> type) {
    known.get(type).built.neverToBeKnown();
  }

  /** Calls without a caller may run on this object, for its class and those that it extends. */
  public void register(Object object) {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      known.get(type).registered.add(object);
    }
  }

  /**
   * A woven class that is in use here.
   *
   * @return whether it was not before
   */
  public boolean met(MethodHandles.Lookup lookup) {
    Known of = known.get(lookup.lookupClass());
    if (of.lookup != null) {
      return false;
    }
    of.lookup = lookup;
    return woven.add(lookup.lookupClass());
  }

  /** The woven classes in use here, each by its own lookup. */
  public List<MethodHandles.Lookup> woven() {
    List<MethodHandles.Lookup> lookups = new ArrayList<>();
    synchronized (woven) {
      for (Class<?> type : woven) {
        MethodHandles.Lookup lookup = known.get(type).lookup;
        if (lookup != null) {
          lookups.add(lookup);
        }
      }
    }
    return lookups;
  }

  /** The object to run on; empty if there is none, or nobody knows which of several. */
  public Optional<Object> of(Class<?> exact) {
    return look(exact).object();
  }

  /** Why there is no target, and what to do. */
  public String absence(Class<?> exact) {
    return look(exact).absence();
  }

  private Look look(Class<?> exact) {
    TheOnlyOne registered = known.get(exact).registered;
    if (registered.count() == TheOnlyOne.Count.SEVERAL) {
      return Look.none("several objects of " + exact.getName() + " were given to Sidegate.target");
    }
    if (registered.count() == TheOnlyOne.Count.ONE) {
      return Look.of(registered, "the " + exact.getName() + " given to Sidegate.target is gone");
    }
    Set<Object> resolved;
    try {
      resolved = resolvers.resolve(exact);
    } catch (UnresolvedTargetException failed) {
      return Look.none(String.valueOf(failed.getMessage()));
    }
    if (resolved.size() > 1) {
      return Look.none("the TargetResolvers name several objects of " + exact.getName());
    }
    return resolved.isEmpty()
        ? built(exact)
        : new Look(Optional.of(resolved.iterator().next()), "");
  }

  private Look built(Class<?> exact) {
    String remedy = "; name one with Sidegate.target(object) or a TargetResolver";
    TheOnlyOne built = known.get(exact).built;
    return switch (built.count()) {
      case NONE -> Look.none("no object of " + exact.getName() + " was built yet" + remedy);
      case SEVERAL -> Look.none("several objects of " + exact.getName() + " were built" + remedy);
      case UNCOUNTED ->
          Look.none("objects of " + exact.getName() + " may have been built uncounted" + remedy);
      case ONE ->
          built.object().filter(object -> object.getClass() != exact).isPresent()
              ? Look.none(
                  "the only object of " + exact.getName() + " is one of a subclass" + remedy)
              : Look.of(built, "the only " + exact.getName() + " ever built is gone" + remedy);
    };
  }

  /** What is known of one class. The lookup is the class's own, so that it keeps nothing alive. */
  private static final class Known {
    final TheOnlyOne registered = new TheOnlyOne();
    final TheOnlyOne built = new TheOnlyOne();
    volatile MethodHandles.@Nullable Lookup lookup;
  }

  private record Look(Optional<Object> object, String absence) {
    static Look none(String absence) {
      return new Look(Optional.empty(), absence);
    }

    static Look of(TheOnlyOne one, String absence) {
      return new Look(one.object(), absence);
    }
  }
}
