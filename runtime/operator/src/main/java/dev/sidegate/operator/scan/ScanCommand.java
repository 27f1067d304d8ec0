package dev.sidegate.operator.scan;

import dev.sidegate.operator.Answers;
import dev.sidegate.operator.CommonOptions;
import dev.sidegate.operator.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads class files and says what is not guarded. */
@Command(
    name = "scan",
    description = {
      "Reads the class files of a program and says what is not guarded as it should be.",
      "Give everything that runs together: the executable jar, or classes and libraries."
    },
    footer = {
      "",
      "SC001  guarded method without descriptor: the annotation processor did not run",
      "SC002  descriptor of another version of the class",
      "SC003  descriptor of a protocol that this version does not speak",
      "SC004  two methods with one effect",
      "SC005  tool without @SideEffect or @ReadOnly",
      "SC006  override that lost the guard",
      "SC007  guard on a method without a body",
      "SC008  the program nowhere calls Sidegate.verify",
      "SC009  class file that cannot be read",
      "",
      "In a Maven build, of an executable jar:",
      "  <plugin>",
      "    <groupId>org.codehaus.mojo</groupId>",
      "    <artifactId>exec-maven-plugin</artifactId>",
      "    <executions>",
      "      <execution>",
      "        <phase>verify</phase>",
      "        <goals><goal>exec</goal></goals>",
      "        <configuration>",
      "          <executable>java</executable>",
      "          <arguments>",
      "            <argument>-jar</argument>",
      "            <argument>$${sidegate.jar}</argument>",
      "            <argument>scan</argument>",
      "            <argument>target/$${project.build.finalName}.jar</argument>",
      "          </arguments>",
      "        </configuration>",
      "      </execution>",
      "    </executions>",
      "  </plugin>",
      "",
      "In a Gradle build:",
      "  tasks.register<JavaExec>(\"sidegateScan\") {",
      "    classpath = files(\"sidegate.jar\")",
      "    args(\"scan\", tasks.jar.get().archiveFile.get().asFile.path)",
      "    args(configurations.runtimeClasspath.get().map { it.path })",
      "    dependsOn(tasks.jar)",
      "  }",
      "  tasks.check { dependsOn(\"sidegateScan\") }",
      "",
      "Exit codes: 0 nothing found, 1 findings, 2 wrong usage."
    })
public final class ScanCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--tool-annotation",
      paramLabel = "CLASS",
      description =
          "One more annotation that marks tools, by class name. Known are those of LangChain4j,"
              + " Spring AI, MCP, ADK, Semantic Kernel and Koog.")
  private List<String> toolAnnotations = new ArrayList<>();

  @Parameters(paramLabel = "JAR|DIR", arity = "1..*", description = "What to read.")
  private List<Path> inputs = new ArrayList<>();

  @Override
  public Integer call() {
    Scan scan = Scan.of(new ClassFiles(inputs), ToolAnnotations.descriptors(toolAnnotations));
    Answers answers = common.answers();
    answers.document(scan);
    scan.findings().forEach(finding -> answers.plain(finding.line()));
    answers.say(
        "%d %s in %d classes, %d guarded %s."
            .formatted(
                scan.findings().size(),
                scan.findings().size() == 1 ? "finding" : "findings",
                scan.classes(),
                scan.guarded(),
                scan.guarded() == 1 ? "method" : "methods"));
    return (scan.findings().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED).code();
  }
}
