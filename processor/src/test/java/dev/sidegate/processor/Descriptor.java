package dev.sidegate.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/** A compiled descriptor, called as the engine calls it. */
@NullUnmarked // called by reflection, with nulls on purpose
final class Descriptor {
  private final Class<?> type;

  private Descriptor(Class<?> type) {
    this.type = type;
  }

  static ClassLoader loader(Build.Result result) {
    try {
      return new URLClassLoader(
          new URL[] {result.classes().toUri().toURL()}, Descriptor.class.getClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Descriptor of(ClassLoader loader, String name) {
    try {
      return new Descriptor(Class.forName(name, true, loader));
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  @SuppressWarnings("unchecked")
  Map<String, Object>[] methods() {
    return (Map<String, Object>[]) call("methods");
  }

  Object[] holes(int method, int template, Object... arguments) {
    return (Object[]) call("holes", method, template, arguments);
  }

  Object payload(int method, Object... arguments) {
    return call("payload", method, arguments);
  }

  Object[] arguments(int method, Object tree) {
    return (Object[]) call("arguments", method, tree);
  }

  Object result(int method, Object value) {
    return call("result", method, value);
  }

  Object fromResult(int method, Object tree) {
    return call("fromResult", method, tree);
  }

  private Object call(String name, Object... arguments) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
        try {
          method.setAccessible(true);
          return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
          if (e.getCause() instanceof RuntimeException cause) {
            throw cause;
          }
          throw new AssertionError(e);
        } catch (IllegalAccessException e) {
          throw new AssertionError(e);
        }
      }
    }
    throw new AssertionError("no method " + name);
  }
}
