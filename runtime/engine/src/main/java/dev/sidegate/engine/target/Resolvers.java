package dev.sidegate.engine.target;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks the {@code dev.sidegate.TargetResolver}s that a class's own loader sees. They belong to the
 * application, so they are reached by reflection.
 */
final class Resolvers {
  private static final String SERVICE = "dev.sidegate.TargetResolver";

  private final ClassValue<Found> found =
      new ClassValue<>() {
        @Override
        protected Found computeValue(Class<?> type) {
          return new Found();
        }
      };

  /**
   * The objects that the resolvers name, each once.
   *
   * @throws UnresolvedTargetException if one of them throws, or names what is no such object
   */
  Set<Object> resolve(Class<?> type) {
    Set<Object> named = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Object resolver : found.get(type).resolvers(type)) {
      answer(resolver, type).ifPresent(named::add);
    }
    return named;
  }

  private static Optional<Object> answer(Object resolver, Class<?> type) {
    try {
      Class<?> service = Class.forName(SERVICE, false, resolver.getClass().getClassLoader());
      Method resolve = service.getMethod("resolve", Class.class);
      Optional<?> answer = (Optional<?>) resolve.invoke(resolver, type);
      if (answer != null && answer.isPresent() && !type.isInstance(answer.get())) {
        throw new UnresolvedTargetException(
            resolver.getClass().getName()
                + " names an object of "
                + answer.get().getClass().getName()
                + ", which is no "
                + type.getName(),
            null);
      }
      return answer == null ? Optional.empty() : answer.map(object -> object);
    } catch (InvocationTargetException thrown) {
      throw new UnresolvedTargetException(
          resolver.getClass().getName() + " failed: " + thrown.getCause(), thrown.getCause());
    } catch (ReflectiveOperationException | LinkageError broken) {
      throw new UnresolvedTargetException(
          resolver.getClass().getName() + " cannot be asked: " + broken, broken);
    }
  }

  /** The resolvers of one class, looked for once. */
  private static final class Found {
    private @Nullable List<Object> resolvers;

    synchronized List<Object> resolvers(Class<?> type) {
      List<Object> known = resolvers;
      if (known == null) {
        known = look(type.getClassLoader());
        resolvers = known;
      }
      return known;
    }

    private static List<Object> look(@Nullable ClassLoader loader) {
      try {
        List<Object> resolvers = new ArrayList<>();
        ServiceLoader.load(Class.forName(SERVICE, false, loader), loader).forEach(resolvers::add);
        return resolvers;
      } catch (ClassNotFoundException older) {
        return List.of(); // annotations without resolvers
      } catch (java.util.ServiceConfigurationError broken) {
        throw new UnresolvedTargetException(
            "a TargetResolver cannot be loaded: " + broken.getMessage(), broken);
      }
    }
  }
}
