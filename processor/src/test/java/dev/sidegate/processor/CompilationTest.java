package dev.sidegate.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.processing.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the processors behave in builds: rounds, other processors, other people's class files. */
class CompilationTest {
  private static final String HEAD =
      """
      package app;
      import dev.sidegate.*;
      import java.util.*;
      """;

  @TempDir Path directory;

  @Test
  void aProjectOfTwoHundredClassesCompilesWithoutAWordAndTwiceAlike() {
    Sources sources = Sources.none();
    for (int i = 0; i < 200; i++) {
      sources = sources.with(HEAD + SampleCode.tools(i, 5));
    }

    Build.Result one = strictest("one").compile(sources);
    Build.Result two = strictest("two").compile(sources.reversed());

    assertThat(one.success()).as(one.everythingSaid()).isTrue();
    assertThat(one.said()).isEmpty();
    assertThat(two.success()).as(two.everythingSaid()).isTrue();
    assertThat(one.generatedFiles()).hasSize(200);
    assertThat(two.generatedFiles()).isEqualTo(one.generatedFiles());
    assertThat(digests(two.classes())).isEqualTo(digests(one.classes()));
  }

  @Test
  void compilingAgainIntoTheSameDirectoriesWritesAnew() throws IOException {
    Sources sources = Sources.none().with(HEAD + SampleCode.tools(1, 2));
    Build.Result first = strictest("again").compile(sources);
    Map<String, String> written = first.generatedFiles();
    for (Path file : Build.filesIn(first.generated())) {
      Files.writeString(file, "stale");
    }

    Build.Result second = strictest("again").compile(sources);

    assertThat(second.success()).as(second.everythingSaid()).isTrue();
    assertThat(second.generatedFiles()).isEqualTo(written);
  }

  @Test
  void aModuleWithoutToolsKnowsTheOptions() {
    Build.Result result =
        strictest("options")
            .option("-Asidegate.strict=true", "-Asidegate.tools=com.acme.Tool")
            .compile(Sources.none().with("package app;\nclass Plain {}"));

    assertThat(result.success()).as(result.everythingSaid()).isTrue();
    assertThat(result.said()).isEmpty();
  }

  @Test
  void anOptionThatIsNoneIsAnError() {
    Build.Result result =
        Build.withJavac(directory)
            .option("-Asidegate.strict=yes", "-Asidegate.tools=com.acme.Tool,,7")
            .compile(Sources.none().with("package app;\nclass Plain {}"));

    assertThat(result.errors())
        .extracting(Build.Said::message)
        .containsExactly(
            "[SG072] the option sidegate.strict is \"yes\"\n  write -Asidegate.strict=true",
            "[SG072] the option sidegate.tools is \"\"\n"
                + "  name annotations in full, separated by commas: com.acme.Tool,com.acme.Action");
  }

  @Test
  void whatTheCompilerReportsIsNotReportedAgain() {
    Build.Result result =
        Build.withJavac(directory)
            .compile(
                Sources.none()
                    .with(
                        HEAD
                            + """
                            class Tools {
                              @SideEffect(key = "a:{order.id}") void a(Ordr order) {}
                              @SideEffect(key = Keys.MISSING) void b(String id) {}
                              @SideEffect(key = "c:{id}") Missing<String> c(String id) { return null; }
                              @SideEffect(key = "d:{id}") @RequiresApproval(role = "r", unless = No.class)
                              void d(String id) {}
                              @SideEffect(key = "e:{idd}") void e(String id) {}
                            }
                            """));

    assertThat(result.errors())
        .extracting(Build.Said::message)
        .filteredOn(message -> message.startsWith("[SG"))
        .hasSize(1)
        .allMatch(message -> message.startsWith("[SG012] Tools.e(String)"));
    assertThat(result.errors())
        .extracting(Build.Said::message)
        .filteredOn(message -> !message.startsWith("[SG"))
        .allMatch(
            message ->
                message.contains("cannot find symbol")
                    || message.contains("does not exist")
                    || message.contains("incompatible types"))
        .isNotEmpty();
  }

  @Test
  void whatAnotherProcessorWritesIsWaitedForAndTheRestIsToldOnce() {
    Build.Result result =
        Build.withJavac(directory)
            .processors(
                new SidegateProcessor(),
                new WritingProcessor(
                    Map.of(
                        "app.Order", "package app; public record Order(String id) {}",
                        "app.Keys",
                            "package app; class Keys { static final String KEY = \"b:{id}\"; }",
                        "app.Base",
                            "package app; public class Base { private String id;"
                                + " public String getId() { return id; }"
                                + " public void setId(String id) { this.id = id; } }")))
            .compile(
                Sources.none()
                    .with(
                        HEAD
                            + """
                            @SuppressWarnings("SG103")
                            class Tools {
                              static class Cart extends Base {}
                              @SideEffect(key = "a:{order.id}") void a(Order order) {}
                              @SideEffect(key = Keys.KEY) void b(String id) {}
                              @SideEffect(key = "c:{cart.id}") void c(Cart cart) {}
                              @SideEffect(key = "d:{id}") synchronized void d(String id) {}
                            }
                            """));

    assertThat(result.success()).as(result.everythingSaid()).isTrue();
    assertThat(result.said())
        .extracting(Build.Said::message)
        .hasSize(1)
        .allMatch(message -> message.startsWith("[SG105]"));
    assertThat(result.generatedFiles()).containsKey("app/Sidegate_Tools.java");
  }

  @Test
  void namesThatOnlyAnUnderscoreTellsApartHaveTheirOwnDescriptors() {
    Build.Result result =
        strictest("names")
            .compile(
                Sources.none()
                    .with(HEAD + "class A_B {\n" + tool("a") + "}\n")
                    .with(
                        HEAD
                            + "class A {\nstatic class B {\n"
                            + tool("b")
                            + "}\n"
                            + tool("c")
                            + "}\n")
                    .with("A_1B.java", "class A_1B {\n" + tool("d") + "}\n"));

    assertThat(result.success()).as(result.everythingSaid()).isTrue();
    assertThat(result.generatedFiles())
        .containsOnlyKeys(
            "Sidegate_A_11B.java",
            "app/Sidegate_A.java",
            "app/Sidegate_A_1B.java",
            "app/Sidegate_A_B.java");
  }

  @Test
  void deprecatedAndAnnotatedTypesBringNoWarning() {
    Build.Result result =
        strictest("deprecated")
            .classPath()
            .compile(
                Sources.none()
                    .with(
                        HEAD
                            + """
                            @Deprecated(forRemoval = true)
                            public record Old(String id) {}
                            """)
                    .with(
                        HEAD
                            + """
                            import org.jspecify.annotations.Nullable;
                            @SuppressWarnings({"SG103", "removal"})
                            class Tools {
                              record Box<T extends @Nullable Object>(@Nullable T value, List<@Nullable T> more) {}
                              static class Bean {
                                private @Nullable String name;
                                public @Nullable String getName() { return name; }
                                public void setName(String name) { this.name = name; }
                              }
                              @SideEffect(key = "a:{old.id}:{name?}:{bean.name?}:{box.value?}")
                              @Nullable String a(Old old, @Nullable String name, Bean bean,
                                  Box<@Nullable String> box, @Nullable String @Nullable [] names) {
                                return name;
                              }
                            }
                            """));

    assertThat(result.success()).as(result.everythingSaid()).isTrue();
    assertThat(result.said()).isEmpty();
  }

  @Test
  void aClassFileThatDoesNotNameItsParametersSaysSo() {
    String bean =
        """
        package lib;
        public class Cart {
          private final String id;
          public Cart(String id) { this.id = id; }
          public String getId() { return id; }
        }
        """;
    Build.Result without =
        Build.withJavac(directory.resolve("without")).compile(Sources.none().with(bean));
    Build.Result with =
        Build.withJavac(directory.resolve("with"))
            .option("-parameters")
            .compile(Sources.none().with(bean));
    String tools =
        HEAD
            + "class Tools {\n@SuppressWarnings(\"SG103\") @SideEffect(key = \"a:{cart.id}\") void a(lib.Cart cart) {}\n}\n";

    Build.Result refused =
        Build.withJavac(directory.resolve("a"))
            .classPath(without.classes())
            .compile(Sources.none().with(tools));
    Build.Result taken =
        Build.withJavac(directory.resolve("b"))
            .classPath(with.classes())
            .compile(Sources.none().with(tools));

    assertThat(refused.errors())
        .extracting(Build.Said::message)
        .containsExactly(
            "[SG031] cart (Cart) cannot be built again: its class file does not name the parameters of"
                + " its constructor\n  compile it with -parameters, or declare a record");
    assertThat(taken.success()).as(taken.everythingSaid()).isTrue();
  }

  @Test
  void anInheritedGuardIsSeenInClassFiles() {
    Build.Result base =
        Build.withJavac(directory.resolve("base"))
            .compile(
                Sources.none()
                    .with(
                        "package lib;\nimport dev.sidegate.*;\npublic class Base {\n"
                            + tool("a").replace("void", "public void")
                            + "}\n"));

    Build.Result result =
        Build.withJavac(directory.resolve("sub"))
            .classPath(base.classes())
            .compile(
                Sources.none()
                    .with(
                        "package app;\npublic class Quiet extends lib.Base {\n  @Override public void a(String id) {}\n}\n"));

    assertThat(result.errors())
        .extracting(Build.Said::message)
        .singleElement()
        .asString()
        .startsWith("[SG047] Quiet.a(String) overrides Base.a(String)");
  }

  @Test
  void lombokMayComeFirstOrLast() {
    Sources sources =
        Sources.none()
            .with(
                HEAD
                    + "import lombok.Data;\n@Data\npublic class Order {\n  private String id;\n  private long revision;\n}\n")
            .with(
                HEAD
                    + "import lombok.Value;\n@Value\npublic class Line {\n  String sku;\n  int count;\n}\n")
            .with(
                HEAD
                    + "@SuppressWarnings(\"SG103\")\nclass Tools {\n  @SideEffect(key = \"a:{order.id}:{line.sku}\")"
                    + " void a(Order order, Line line) {}\n}\n");
    Path lombok = Path.of(Build.jar(lombok.Data.class));

    for (List<Processor> order :
        List.of(
            List.of(lombok(), new SidegateProcessor()),
            List.of(new SidegateProcessor(), lombok()))) {
      Build.Result result =
          Build.withJavac(directory.resolve("lombok" + order.get(0).getClass().getSimpleName()))
              .classPath(lombok)
              .processors(order.toArray(new Processor[0]))
              .compile(sources);

      assertThat(result.success()).as(result.everythingSaid()).isTrue();
      assertThat(result.generatedFiles().get("app/Sidegate_Tools.java"))
          .contains(
              "id getId() STRING", "new 0 id setId()", "sku getSku() STRING", "getRevision()");
    }
  }

  @Test
  void toolMethodsOfTheFrameworksCompile() {
    Sources stubs = Sources.none();
    for (String type :
        List.of(
            "org.springframework.ai.chat.model.ToolContext",
            "dev.langchain4j.invocation.InvocationParameters",
            "io.modelcontextprotocol.server.McpSyncServerExchange")) {
      int dot = type.lastIndexOf('.');
      stubs =
          stubs.with(
              "package "
                  + type.substring(0, dot)
                  + ";\npublic class "
                  + type.substring(dot + 1)
                  + " {}\n");
    }
    stubs =
        stubs.with(
            "dev/langchain4j/agent/tool/ToolMemoryId.java",
            "package dev.langchain4j.agent.tool;\npublic @interface ToolMemoryId {}\n");

    Build.Result result =
        Build.withJavac(directory)
            .compile(
                stubs.with(
                    HEAD
                        + """
                        @SuppressWarnings("SG103")
                        class Tools {
                          enum Priority { LOW, HIGH }
                          record Item(String sku, Optional<Integer> count) {}
                          @SideEffect(key = "ticket:{title|fold}:{priority}")
                          String openTicket(String title, Priority priority, Optional<String> note,
                              List<Item> items, Map<String, Object> extra,
                              org.springframework.ai.chat.model.ToolContext context,
                              dev.langchain4j.invocation.InvocationParameters parameters,
                              io.modelcontextprotocol.server.McpSyncServerExchange exchange,
                              @dev.langchain4j.agent.tool.ToolMemoryId Object memory) {
                            return title;
                          }
                        }
                        """));

    assertThat(result.success()).as(result.everythingSaid()).isTrue();
    assertThat(result.generatedFiles().get("app/Sidegate_Tools.java"))
        .contains(" perAttempt")
        .contains("\"payload 0 STRING 1 enum 0 2 optional STRING 3 ArrayList #0 4 openMap\"");
  }

  private Build strictest(String where) {
    return Build.withJavac(directory.resolve(where)).option("-Xlint:all", "-Werror");
  }

  private static String tool(String name) {
    return "  @SuppressWarnings(\"SG103\")\n  @dev.sidegate.SideEffect(key = \""
        + name
        + ":{id}\")\n  void "
        + name
        + "(String id) {}\n";
  }

  private static Processor lombok() {
    try {
      return Class.forName("lombok.launch.AnnotationProcessorHider$AnnotationProcessor")
          .asSubclass(Processor.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Integer> digests(Path classes) {
    Map<String, Integer> digests = new TreeMap<>();
    for (Path file : Build.filesIn(classes)) {
      try {
        digests.put(
            classes.relativize(file).toString(),
            java.util.Arrays.hashCode(Files.readAllBytes(file)));
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
    return digests;
  }
}
