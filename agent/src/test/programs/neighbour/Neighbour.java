import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Another agent. Its options are a word and a class name. */
public class Neighbour {
  public static void premain(String options, Instrumentation instrumentation) throws Exception {
    String[] words = options.split(" ");
    switch (words[0]) {
      case "loads" -> Class.forName(words[1]);
      case "loadsAnotherShapeOf" -> {
        instrumentation.addTransformer(new OtherShape(words[1]), true);
        Class.forName(words[1]);
      }
      case "retransforms" ->
          instrumentation.addTransformer(new Retransforming(instrumentation, words[1]), true);
      default -> throw new IllegalArgumentException(options);
    }
  }

  /** Gives a class one more method when it is loaded, and not when it is transformed again. */
  private record OtherShape(String name) implements ClassFileTransformer {
    @Override
    public byte[] transform(
        ClassLoader loader, String type, Class<?> redefined, ProtectionDomain domain, byte[] file) {
      if (!name.equals(type) || redefined != null) {
        return null;
      }
      try (InputStream in = Neighbour.class.getResourceAsStream("/other/" + name + ".classdata")) {
        return in.readAllBytes();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Has a class transformed again, by every agent, as soon as another class is loaded. */
  private record Retransforming(Instrumentation instrumentation, String name)
      implements ClassFileTransformer {
    @Override
    public byte[] transform(
        ClassLoader loader, String type, Class<?> redefined, ProtectionDomain domain, byte[] file) {
      if (type != null && type.startsWith("Weaving$Point")) {
        new Thread(this::again).start();
      }
      return null;
    }

    private void again() {
      for (Class<?> type : instrumentation.getAllLoadedClasses()) {
        if (type.getName().equals(name)) {
          try {
            instrumentation.retransformClasses(type);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
      }
    }
  }
}
