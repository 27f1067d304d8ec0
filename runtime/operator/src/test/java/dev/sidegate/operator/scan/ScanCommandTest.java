package dev.sidegate.operator.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.operator.Typed;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanCommandTest {
  @TempDir private Path directory;

  @Test
  void findingsAreOneLineEachAndTheExitCodeIsOne() {
    Typed typed = Typed.run("scan", unguardedTool());

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.out())
        .startsWith("SC005 shop.Tools#send(): is a tool without a guard. Mark it @SideEffect(")
        .endsWith("1 finding in 2 classes, 0 guarded methods.\n");
    assertThat(typed.err()).isEmpty();
  }

  @Test
  void scriptsGetOneDocument() {
    Typed typed = Typed.run("scan", "--json", unguardedTool());

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.json().at("/findings/0/code").asText()).isEqualTo("SC005");
    assertThat(typed.json().at("/findings/0/type").asText()).isEqualTo("shop.Tools");
    assertThat(typed.json().at("/classes").asInt()).isEqualTo(2);
  }

  @Test
  void nothingFoundIsDone() {
    Path classes = new Sources(directory).compile();

    assertThat(Typed.run("scan", classes.toString()).exit()).isZero();
  }

  @Test
  void whatIsNoJarIsWrongUsageAndSaidWithoutATrace() {
    Typed typed = Typed.run("scan", directory.resolve("none.jar").toString());

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("none.jar' cannot be read").doesNotContain("\tat ");
  }

  @Test
  void nothingToReadIsWrongUsage() {
    Typed typed = Typed.run("scan");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("Missing required parameter: 'JAR|DIR'");
  }

  private String unguardedTool() {
    return new Sources(directory)
        .shop("Tools", "class Tools { @Tool void send() {} }")
        .compile()
        .toString();
  }
}
