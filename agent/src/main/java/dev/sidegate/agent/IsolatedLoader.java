package dev.sidegate.agent;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads everything of Sidegate but premain and itself, from {@code isolated/} in the agent's jar.
 *
 * <pre>
 * bootstrap loader     java.base, and in it java.lang.SidegateDoor
 *        ▲
 * platform loader ◄─── this loader: engine, weaving, Byte Buddy, HikariCP, pgjdbc, Jackson, slf4j
 *        ▲
 * system loader        Premain, IsolatedLoader, the class path
 *        ▲
 * the application's loaders
 * </pre>
 *
 * <p>The application sees nothing of it, and it sees nothing of the application: libraries of both
 * sides may be of any version. Class files end in {@code .classdata}, so that no scanner of the
 * class path takes them for its own.
 *
 * <p>Lookup order of a class: {@code java.*} from the parent; what is already loaded; what the jar
 * holds; the parent. Of a resource: what the jar holds; the parent, only if the jar holds none. Own
 * things come first because another agent may have appended the same library to the bootstrap path.
 */
public final class IsolatedLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String ROOT = "isolated/";
  private static final String CLASS = ".class";

  private final JarFile jar;

  IsolatedLoader(File jar) throws IOException {
    super("sidegate", ClassLoader.getPlatformClassLoader());
    this.jar = new JarFile(jar, false);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("java.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> type = findLoadedClass(name);
      if (type == null) {
        JarEntry entry = entry(name.replace('.', '/') + CLASS);
        type = entry != null ? define(name, entry) : super.loadClass(name, false);
      }
      if (resolve) {
        resolveClass(type);
      }
      return type;
    }
  }

  private Class<?> define(String name, JarEntry entry) throws ClassNotFoundException {
    int dot = name.lastIndexOf('.');
    String packageName = dot < 0 ? "" : name.substring(0, dot);
    if (getDefinedPackage(packageName) == null) {
      try {
        definePackage(packageName, null, null, null, null, null, null, null);
      } catch (IllegalArgumentException definedMeanwhile) {
        // another thread was faster, and defines the same
      }
    }
    byte[] bytes;
    try (InputStream in = jar.getInputStream(entry)) {
      bytes = in.readAllBytes();
    } catch (IOException unreadable) {
      throw new ClassNotFoundException(name, unreadable);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private @Nullable JarEntry entry(String name) {
    return jar.getJarEntry(ROOT + (name.endsWith(CLASS) ? name + "data" : name));
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    JarEntry entry = entry(name);
    if (entry == null) {
      return super.getResourceAsStream(name);
    }
    try {
      return jar.getInputStream(entry);
    } catch (IOException unreadable) {
      return null;
    }
  }

  @Override
  public @Nullable URL getResource(String name) {
    URL own = findResource(name);
    return own != null ? own : getParent().getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    URL own = findResource(name);
    return own != null
        ? Collections.enumeration(Collections.singleton(own))
        : getParent().getResources(name);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    if (entry(name) == null) {
      return null;
    }
    try {
      return new URL("sidegate", "", -1, "/" + name, new EntryHandler());
    } catch (MalformedURLException impossible) {
      return null;
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL own = findResource(name);
    return own != null
        ? Collections.enumeration(Collections.singleton(own))
        : Collections.emptyEnumeration();
  }

  /** Opens entries. Not {@code jar:}, whose cache application servers switch and close. */
  private final class EntryHandler extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) throws IOException {
      JarEntry entry = entry(url.getPath().substring(1));
      if (entry == null) {
        throw new FileNotFoundException(url.toString());
      }
      return new URLConnection(url) {
        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() throws IOException {
          return jar.getInputStream(entry);
        }
      };
    }
  }
}
