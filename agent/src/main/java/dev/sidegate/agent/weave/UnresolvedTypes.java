package dev.sidegate.agent.weave;

import java.lang.reflect.Modifier;
import java.util.Collections;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * Knows one class from its bytes, and every other one by name alone. Inlining needs no more; asking
 * a class loader of the application inside a transformer could load classes behind the
 * transformer's back.
 */
final class UnresolvedTypes extends TypePool.AbstractBase {
  private final String known;

  private UnresolvedTypes(String known) {
    super(new CacheProvider.Simple());
    this.known = known;
  }

  static TypePool around(String name, byte[] file) {
    return new TypePool.Default(
        new CacheProvider.Simple(),
        ClassFileLocator.Simple.of(name, file),
        TypePool.Default.ReaderMode.FAST,
        new UnresolvedTypes(name));
  }

  @Override
  protected Resolution doDescribe(String name) {
    return name.equals(known)
        ? new Resolution.Illegal(name)
        : new Resolution.Simple(
            new TypeDescription.Latent(
                name,
                Modifier.PUBLIC,
                TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class),
                Collections.emptyList()));
  }
}
