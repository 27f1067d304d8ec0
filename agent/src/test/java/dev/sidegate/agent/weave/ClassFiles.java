package dev.sidegate.agent.weave;

import dev.sidegate.SideEffect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Class files for the tests: as javac writes them, and as nobody does. */
final class ClassFiles {
  private ClassFiles() {}

  static class Guarded {
    @SideEffect(key = "k:{a}")
    String pay(String a) {
      return "paid " + a;
    }

    long free(double weight, long count) {
      return (long) weight + count;
    }
  }

  static class Free {
    String free(String a) {
      return "free " + a + 1.5 + 7L;
    }
  }

  abstract static class WithoutBody {
    @SideEffect(key = "k:{a}")
    abstract String pay(String a);
  }

  static byte[] of(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same class file, as a compiler of the far future might write it. */
  static byte[] ofTheFuture(Class<?> type) {
    byte[] file = of(type);
    file[6] = 0;
    file[7] = (byte) 200;
    return file;
  }

  /** Defines a class file in a loader that looks here first. */
  static Class<?> define(String name, byte[] file) throws ClassNotFoundException {
    return new ClassLoader(ClassFiles.class.getClassLoader()) {
      @Override
      protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
        return wanted.equals(name)
            ? defineClass(name, file, 0, file.length)
            : super.loadClass(wanted, resolve);
      }
    }.loadClass(name);
  }
}
