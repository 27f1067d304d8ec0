package dev.sidegate.operator.scan;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** How frameworks mark a method that a model may call. */
final class ToolAnnotations {
  /** By class name, as on {@code --tool-annotation}. */
  static final List<String> KNOWN =
      List.of(
          "dev.langchain4j.agent.tool.Tool",
          "org.springframework.ai.tool.annotation.Tool",
          "org.springframework.ai.mcp.annotation.McpTool",
          "org.springaicommunity.mcp.annotation.McpTool",
          "io.quarkiverse.mcp.server.Tool",
          "com.google.adk.tools.Annotations$Schema",
          "com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction",
          "ai.koog.agents.core.tools.annotations.Tool");

  private ToolAnnotations() {}

  /** Descriptors of the known ones and of more. */
  static Set<String> descriptors(Collection<String> more) {
    Set<String> names = new LinkedHashSet<>(KNOWN);
    names.addAll(more);
    Set<String> descriptors = new LinkedHashSet<>();
    names.forEach(name -> descriptors.add("L" + name.replace('.', '/') + ";"));
    return descriptors;
  }
}
