package dev.sidegate.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.SourceVersion;

/** The annotations by which agent frameworks find their tools, and how more are named. */
final class ToolAnnotations {
  static final String OPTION = "sidegate.tools";

  private static final List<String> KNOWN =
      List.of(
          "dev.langchain4j.agent.tool.Tool",
          "org.springframework.ai.tool.annotation.Tool",
          "org.springaicommunity.mcp.annotation.McpTool",
          "org.springframework.ai.mcp.annotation.McpTool",
          "io.quarkiverse.mcp.server.Tool",
          "com.google.adk.tools.Annotations.Schema",
          "com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction");

  private ToolAnnotations() {}

  /** All of them, the ones of {@code -Asidegate.tools=a.b.C,d.e.F} too. */
  static List<String> names(Map<String, String> options) {
    List<String> names = new ArrayList<>(KNOWN);
    names.addAll(added(options));
    return names;
  }

  /** The first name of the option that is none; empty if all are. */
  static Optional<String> fault(Map<String, String> options) {
    return added(options).stream().filter(name -> !SourceVersion.isName(name)).findFirst();
  }

  private static List<String> added(Map<String, String> options) {
    String added = options.getOrDefault(OPTION, "");
    return added.isBlank() ? List.of() : List.of(added.trim().split("\\s*,\\s*", -1));
  }
}
