package dev.sidegate.engine.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.TargetResolver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetsTest {
  private final Targets targets = new Targets();

  private static class Tool {}

  private static final class SpecialTool extends Tool {}

  @Test
  void theOnlyObjectEverBuiltIsTheTarget() {
    Tool tool = built(new Tool());

    assertThat(targets.of(Tool.class)).containsSame(tool);
  }

  @Test
  void anObjectWhoseConstructorsReportTwiceIsOne() {
    Tool tool = built(built(new Tool()));

    assertThat(targets.of(Tool.class)).containsSame(tool);
  }

  @Test
  void severalObjectsAreNoneAlsoWhenAllButOneAreGarbage() {
    Tool kept = built(new Tool());
    WeakReference<Tool> gone = new WeakReference<>(built(new Tool()));
    while (gone.get() != null) {
      System.gc();
    }

    assertThat(targets.of(Tool.class)).isEmpty();
    assertThat(targets.absence(Tool.class)).contains("several objects").contains("Sidegate.target");
    assertThat(kept).isNotNull();
  }

  @Test
  void oneThatIsGarbageAndOneThatLivesAreSeveral() {
    WeakReference<Tool> gone = new WeakReference<>(built(new Tool()));
    while (gone.get() != null) {
      System.gc();
    }
    Tool later = built(new Tool());

    assertThat(targets.of(Tool.class)).isEmpty();
    assertThat(later).isNotNull();
  }

  @Test
  void withoutAnObjectThereIsNone() {
    assertThat(targets.of(Tool.class)).isEmpty();
    assertThat(targets.absence(Tool.class)).contains("no object of").contains("was built yet");
  }

  @Test
  void anObjectOfASubclassIsNotTheOneOfItsClass() {
    Tool special = built(new SpecialTool());

    assertThat(targets.of(Tool.class)).isEmpty();
    assertThat(targets.absence(Tool.class)).contains("subclass");
    assertThat(special).isNotNull();
  }

  @Test
  void anObjectBesideOneOfASubclassIsNotTheOnlyOne() {
    Tool tool = built(new Tool());
    Tool special = built(new SpecialTool());

    assertThat(targets.of(Tool.class)).isEmpty();
    assertThat(tool).isNotSameAs(special);
  }

  @Test
  void aClassThatHadObjectsBeforeAnybodyCountedHasNone() {
    targets.answer("target.uncounted", new Object[] {Tool.class});
    Tool tool = built(new Tool());

    assertThat(targets.of(Tool.class)).isEmpty();
    assertThat(targets.absence(Tool.class)).contains("uncounted");
    assertThat(tool).isNotNull();
  }

  @Test
  void aRegisteredObjectGoesBeforeAllThatWereBuilt() {
    Tool other = built(new Tool());
    Tool tool = built(new Tool());
    targets.answer("target.register", new Object[] {tool});

    assertThat(targets.of(Tool.class)).containsSame(tool);
    assertThat(other).isNotNull();
  }

  @Test
  void aRegisteredObjectStandsForTheClassesThatItExtends() {
    SpecialTool special = new SpecialTool();
    targets.answer("target.register", new Object[] {special});

    assertThat(targets.of(Tool.class)).containsSame(special);
    assertThat(targets.of(SpecialTool.class)).containsSame(special);
  }

  @Test
  void twoRegisteredObjectsAreNone() {
    Tool one = new Tool();
    Tool other = new Tool();
    targets.register(one);
    targets.register(one);
    assertThat(targets.of(Tool.class)).containsSame(one);

    targets.register(other);
    assertThat(targets.of(Tool.class)).isEmpty();
    assertThat(targets.absence(Tool.class)).contains("several objects");
  }

  @Test
  void aRegisteredObjectIsNotKeptAlive() {
    Tool registered = new Tool();
    targets.register(registered);
    WeakReference<Tool> gone = new WeakReference<>(registered);
    registered = null;
    while (gone.get() != null) {
      System.gc();
    }

    assertThat(targets.of(Tool.class)).isEmpty();
    assertThat(targets.absence(Tool.class)).contains("is gone");
  }

  @Test
  void aQuestionThatIsNoneOfItsIsNoFault() {
    assertThat(targets.answer("target.constructed", new Object[0])).isNull();
    assertThat(targets.answer("target.unheard", new Object[] {1})).isNull();
  }

  @Test
  void aClassThatWasMetIsKnownByItsOwnLookup() {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    targets.met(lookup);
    targets.met(lookup);

    assertThat(targets.woven()).containsExactly(lookup);
  }

  @Test
  void theResolversOfTheClassesLoaderNameATarget(@TempDir Path directory) throws Exception {
    try (URLClassLoader loader = application(directory, "KnowsOne")) {
      Class<?> tool = loader.loadClass(ResolvedTool.class.getName());

      assertThat(targets.of(tool)).get().isInstanceOf(tool);
      assertThat(targets.of(tool)).isEqualTo(targets.of(tool));
    }
  }

  @Test
  void aResolverThatFailsOrDisagreesLeavesNone(@TempDir Path directory) throws Exception {
    try (URLClassLoader loader = application(directory, "Fails");
        URLClassLoader two = application(directory.resolve("two"), "KnowsOne", "KnowsAnother")) {
      Class<?> tool = loader.loadClass(ResolvedTool.class.getName());
      targets.constructed(
          MethodHandles.privateLookupIn(tool, MethodHandles.lookup()), newTool(tool));
      assertThat(targets.of(tool)).isEmpty();
      assertThat(targets.absence(tool)).contains("Fails").contains("out of order");

      Class<?> other = two.loadClass(ResolvedTool.class.getName());
      assertThat(targets.of(other)).isEmpty();
      assertThat(targets.absence(other)).contains("name several");
    }
  }

  @Test
  void noLoaderIsHeld(@TempDir Path directory) throws Exception {
    URLClassLoader loader = application(directory, "KnowsOne");
    Class<?> tool = loader.loadClass(ResolvedTool.class.getName());
    targets.constructed(MethodHandles.privateLookupIn(tool, MethodHandles.lookup()), newTool(tool));
    targets.register(newTool(tool));
    assertThat(targets.of(tool)).isNotNull();
    WeakReference<ClassLoader> held = new WeakReference<>(loader);
    tool = null;
    loader.close();
    loader = null;

    while (held.get() != null) {
      System.gc();
    }
    assertThat(targets.woven()).isEmpty();
  }

  private Tool built(Tool tool) {
    targets.answer("target.constructed", new Object[] {lookup(), tool});
    return tool;
  }

  private static MethodHandles.Lookup lookup() {
    try {
      return MethodHandles.privateLookupIn(Tool.class, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object newTool(Class<?> tool) throws ReflectiveOperationException {
    return tool.getConstructor().newInstance();
  }

  /** An application's loader: it has its own annotations, its own tool, and these resolvers. */
  private static URLClassLoader application(Path directory, String... resolvers) {
    try {
      Path services = Files.createDirectories(directory.resolve("META-INF/services"));
      StringBuilder names = new StringBuilder();
      for (String resolver : resolvers) {
        names.append(TargetsTest.class.getName()).append('$').append(resolver).append('\n');
      }
      Files.writeString(services.resolve(TargetResolver.class.getName()), names);
      return new URLClassLoader(
          new URL[] {
            directory.toUri().toURL(), codeOf(TargetsTest.class), codeOf(TargetResolver.class)
          },
          ClassLoader.getPlatformClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL codeOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  /** A tool that resolvers know. */
  public static class ResolvedTool {}

  /** Knows one object. */
  public static final class KnowsOne implements TargetResolver {
    private static final ResolvedTool TOOL = new ResolvedTool();

    @Override
    public Optional<?> resolve(Class<?> type) {
      return type == ResolvedTool.class ? Optional.of(TOOL) : Optional.empty();
    }
  }

  /** Knows another one. */
  public static final class KnowsAnother implements TargetResolver {
    private static final ResolvedTool TOOL = new ResolvedTool();

    @Override
    public Optional<?> resolve(Class<?> type) {
      return Optional.of(TOOL);
    }
  }

  /** Is out of order. */
  public static final class Fails implements TargetResolver {
    @Override
    public Optional<?> resolve(Class<?> type) {
      throw new IllegalStateException("out of order");
    }
  }
}
