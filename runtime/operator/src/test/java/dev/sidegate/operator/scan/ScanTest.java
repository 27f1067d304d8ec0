package dev.sidegate.operator.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanTest {
  private static final String MAIN =
      "class Main { public static void main(String[] a) { Sidegate.verify(Main.class); } }";

  @TempDir private Path directory;
  private Sources sources;

  @BeforeEach
  void aProgramThatVerifies() {
    sources = new Sources(directory).shop("Main", MAIN);
  }

  @Test
  void aGuardedMethodWithItsDescriptorIsFine() {
    sources
        .shop("Refunds", guarded("Refunds", "refund"))
        .descriptor("Sidegate_Refunds", 1, "refund", "(Ljava/lang/String;)V");

    assertThat(findings()).isEmpty();
  }

  @Test
  void whatTheProcessorWritesIsItsDescriptor() {
    sources.shop(
        "Orders_Desk",
        """
        class Orders_Desk {
          static class Refunds {
            @SideEffect(key = "refund:{order}:{no}") String refund(String order, int no) {
              return "";
            }
          }
        }
        """);

    Scan scan =
        Scan.of(
            new ClassFiles(List.of(sources.compileWithProcessor())),
            ToolAnnotations.descriptors(List.of()));

    assertThat(scan.findings()).isEmpty();
    assertThat(scan.guarded()).isEqualTo(1);
  }

  @Test
  void aGuardedMethodWithoutDescriptorIsFound() {
    sources.shop("Refunds", guarded("Refunds", "refund"));

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("SC001 shop.Refunds#refund(String): ");
  }

  @Test
  void descriptorsOfNestedClassesAreFoundByTheirNames() {
    sources
        .shop("Outer_A", "class Outer_A { static " + guarded("In_ner", "refund") + " }")
        .descriptor("Sidegate_Outer_1A_In_1ner", 1, "refund", "(Ljava/lang/String;)V");

    assertThat(findings()).isEmpty();
  }

  @Test
  void aDescriptorThatDoesNotKnowTheMethodIsFound() {
    sources
        .shop("Refunds", guarded("Refunds", "refund"))
        .descriptor("Sidegate_Refunds", 1, "refund", "(I)V");

    assertThat(codes()).containsExactly("SC002");
  }

  @Test
  void aDescriptorOfANewerProtocolIsFound() {
    sources
        .shop("Refunds", guarded("Refunds", "refund"))
        .descriptor("Sidegate_Refunds", 2, "refund", "(Ljava/lang/String;)V");

    assertThat(codes()).containsExactly("SC003");
  }

  @Test
  void twoMethodsOfOneEffectAreFound() {
    sources
        .shop("Refunds", guarded("Refunds", "refund"))
        .shop("OtherRefunds", guarded("OtherRefunds", "refund"))
        .descriptor("Sidegate_Refunds", 1, "refund", "(Ljava/lang/String;)V")
        .descriptor("Sidegate_OtherRefunds", 1, "refund", "(Ljava/lang/String;)V");

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("SC004 ")
        .contains("claims the effect 'refund', which belongs to shop.");
  }

  @Test
  void anOverrideOfTheSameEffectIsNotASecondOwner() {
    sources
        .shop("Refunds", guarded("Refunds", "refund"))
        .shop("LoggedRefunds", guarded("LoggedRefunds extends Refunds", "refund"))
        .descriptor("Sidegate_Refunds", 1, "refund", "(Ljava/lang/String;)V")
        .descriptor("Sidegate_LoggedRefunds", 1, "refund", "(Ljava/lang/String;)V");

    assertThat(findings()).isEmpty();
  }

  @Test
  void aToolWithoutAGuardIsFoundAndOneThatOnlyReadsIsNot() {
    sources.shop(
        "Tools",
        """
        class Tools {
          @Tool void send(String text) {}
          @Tool @ReadOnly String look() { return ""; }
        }
        """);

    assertThat(findings()).singleElement().asString().startsWith("SC005 shop.Tools#send(String): ");
  }

  @Test
  void aToolDeclaredByAnInterfaceIsLookedForWhereItRuns() {
    sources
        .shop("Mailer", "interface Mailer { @Tool void send(String text); }")
        .shop("SmtpMailer", "class SmtpMailer implements Mailer { public void send(String t) {} }");

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("SC005 shop.SmtpMailer#send(String): ");
  }

  @Test
  void aToolOfAnAnnotationOnesOwnIsFoundWhenItIsNamed() {
    sources.shop("Act", "@interface Act {}").shop("Tools", "class Tools { @Act void send() {} }");
    Path classes = sources.compile();

    assertThat(Scan.of(new ClassFiles(List.of(classes)), ToolAnnotations.descriptors(List.of())))
        .extracting(Scan::findings)
        .isEqualTo(List.of());
    assertThat(
            Scan.of(
                    new ClassFiles(List.of(classes)),
                    ToolAnnotations.descriptors(List.of("shop.Act")))
                .findings())
        .extracting(Finding::code)
        .containsExactly("SC005");
  }

  @Test
  void anOverrideThatLostTheGuardIsFound() {
    sources
        .shop("Refunds", guarded("Refunds", "refund"))
        .descriptor("Sidegate_Refunds", 1, "refund", "(Ljava/lang/String;)V")
        .shop("Middle", "class Middle extends Refunds {}")
        .shop("Fast", "class Fast extends Middle { void refund(String order) {} }");

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("SC006 shop.Fast#refund(String): overrides the guarded method of shop.Refunds");
  }

  @Test
  void anOverrideThatPassesTheCallOnKeepsTheGuard() {
    sources
        .shop("Refunds", guarded("Refunds", "refund"))
        .descriptor("Sidegate_Refunds", 1, "refund", "(Ljava/lang/String;)V")
        .shop(
            "Logged",
            "class Logged extends Refunds { void refund(String o) { super.refund(o); } }");

    assertThat(findings()).isEmpty();
  }

  @Test
  void anOverrideOfAGenericMethodIsSeenThroughItsBridge() {
    sources
        .shop(
            "Handler",
            """
            abstract class Handler<T> {
              @SideEffect(key = "handle:{thing|sha256}") void handle(T thing) {}
            }
            """)
        .descriptor("Sidegate_Handler", 1, "handle", "(Ljava/lang/Object;)V")
        .shop("Texts", "class Texts extends Handler<String> { void handle(String thing) {} }");

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("SC006 shop.Texts#handle(String): ");
  }

  @Test
  void aMethodOfAnotherPackageThatCannotOverrideIsNoOverride() {
    sources
        .shop("Refunds", "public " + guarded("Refunds", "refund"))
        .descriptor("Sidegate_Refunds", 1, "refund", "(Ljava/lang/String;)V")
        .add(
            "far.Away",
            "package far; class Away extends shop.Refunds { void refund(String o) {} }");

    assertThat(findings()).isEmpty();
  }

  @Test
  void aGuardWithoutABodyIsFound() {
    sources.shop(
        "Refunds",
        "interface Refunds { @SideEffect(key = \"refund:{order}\") void refund(String order); }");

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("SC007 shop.Refunds#refund(String): ");
  }

  @Test
  void aProgramThatNowhereVerifiesIsFound() {
    sources
        .shop("Main", "class Main { public static void main(String[] arguments) {} }")
        .shop("Refunds", guarded("Refunds", "refund"))
        .descriptor("Sidegate_Refunds", 1, "refund", "(Ljava/lang/String;)V");

    assertThat(findings()).singleElement().asString().startsWith("SC008 ");
  }

  @Test
  void aClassFileThatCannotBeReadIsFound() throws IOException {
    Path classes = sources.compile();
    Files.writeString(classes.resolve("Broken.class"), "no class file");

    assertThat(
            Scan.of(new ClassFiles(List.of(classes)), ToolAnnotations.descriptors(List.of()))
                .findings())
        .extracting(Finding::code)
        .containsExactly("SC009");
  }

  @Test
  void classesOfASpringBootJarAreReadWithTheJarsInsideIt() throws IOException {
    sources.shop("Refunds", guarded("Refunds", "refund"));
    Path classes = sources.compile();
    Path content = Files.createDirectories(directory.resolve("content/BOOT-INF/lib"));
    Sources.jar(content.resolve("tools.jar"), "", classes);
    Path boot = Sources.jar(directory.resolve("app.jar"), "", directory.resolve("content"));

    assertThat(
            Scan.of(new ClassFiles(List.of(boot)), ToolAnnotations.descriptors(List.of()))
                .findings())
        .singleElement()
        .extracting(Finding::code, Finding::origin)
        .containsExactly("SC001", boot + "!/BOOT-INF/lib/tools.jar");
  }

  private static String guarded(String type, String method) {
    return """
    class %s {
      @SideEffect(key = "refund:{order}") void %s(String order) {}
    }
    """
        .formatted(type, method);
  }

  private List<String> findings() {
    return scan().stream().map(Finding::line).toList();
  }

  private List<String> codes() {
    return scan().stream().map(Finding::code).toList();
  }

  private List<Finding> scan() {
    return Scan.of(
            new ClassFiles(List.of(sources.compile())), ToolAnnotations.descriptors(List.of()))
        .findings();
  }
}
