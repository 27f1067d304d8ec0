import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs {@code Class#method} or {@code Class}; exits with 0 if all passed, 1 if one failed. */
public final class RunTest {
  private static int run;
  private static String failed = "";

  public static void main(String[] arguments) throws IOException {
    String[] test = arguments[1].split("#", 2);
    List<Class<?>> classes = named(Path.of(arguments[0]), test[0]);
    if (classes.size() != 1) {
      System.out.println("NONE " + classes.size() + " classes are called " + test[0]);
      System.exit(2);
    }
    DiscoverySelector selector =
        test.length == 1
            ? DiscoverySelectors.selectClass(classes.get(0))
            : DiscoverySelectors.selectMethod(
                classes.get(0),
                Stream.of(classes.get(0).getDeclaredMethods())
                    .filter(method -> method.getName().equals(test[1]))
                    .findFirst()
                    .orElseThrow());
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selector).build();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(
        request,
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            run += identifier.isTest() ? 1 : 0;
            if (result.getStatus() == TestExecutionResult.Status.FAILED && failed.isEmpty()) {
              failed = arguments[1];
              result.getThrowable().ifPresent(Throwable::printStackTrace);
            }
          }
        });
    System.out.println(failed.isEmpty() ? "PASSED " + run : "FAILED " + failed);
    System.exit(failed.isEmpty() ? (run == 0 ? 2 : 0) : 1);
  }

  private static List<Class<?>> named(Path classes, String name) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .filter(file -> file.getFileName().toString().equals(name + ".class"))
          .<Class<?>>map(file -> load(classes.relativize(file).toString()))
          .toList();
    }
  }

  private static Class<?> load(String file) {
    try {
      return Class.forName(file.replace('/', '.').replaceAll("\\.class$", ""));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
