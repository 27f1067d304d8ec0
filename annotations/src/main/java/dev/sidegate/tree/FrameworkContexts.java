package dev.sidegate.tree;

import java.util.Set;

/**
 * What agent frameworks put into a tool method's parameters by themselves: no argument of the
 * model, so it stands neither in the payload nor in the key, and nobody could rebuild it later.
 */
public final class FrameworkContexts {
  private static final Set<String> TYPES =
      Set.of(
          "org.springframework.ai.chat.model.ToolContext",
          "dev.langchain4j.invocation.InvocationParameters",
          "dev.langchain4j.invocation.InvocationContext",
          "dev.langchain4j.invocation.LangChain4jManaged",
          "io.modelcontextprotocol.server.McpSyncServerExchange",
          "io.modelcontextprotocol.server.McpAsyncServerExchange",
          "io.modelcontextprotocol.common.McpTransportContext",
          "org.springaicommunity.mcp.context.McpSyncRequestContext",
          "org.springaicommunity.mcp.context.McpAsyncRequestContext",
          "org.springaicommunity.mcp.annotation.McpMeta",
          "org.springframework.ai.mcp.annotation.context.McpSyncRequestContext",
          "org.springframework.ai.mcp.annotation.context.McpAsyncRequestContext",
          "org.springframework.ai.mcp.annotation.McpMeta",
          "com.google.adk.tools.ToolContext",
          "com.google.adk.agents.InvocationContext",
          "com.microsoft.semantickernel.Kernel",
          "com.microsoft.semantickernel.orchestration.InvocationContext",
          "com.microsoft.semantickernel.semanticfunctions.KernelFunctionArguments");

  private static final Set<String> ANNOTATIONS =
      Set.of(
          "dev.langchain4j.agent.tool.ToolMemoryId",
          "dev.langchain4j.service.MemoryId",
          "org.springaicommunity.mcp.annotation.McpProgressToken",
          "org.springframework.ai.mcp.annotation.McpProgressToken");

  private FrameworkContexts() {}

  /** Whether a parameter of this type is a context, by the type's name. */
  public static boolean isType(String qualifiedName) {
    return TYPES.contains(qualifiedName);
  }

  /** Whether this annotation makes its parameter a context, by the annotation's name. */
  public static boolean isAnnotation(String qualifiedName) {
    return ANNOTATIONS.contains(qualifiedName);
  }
}
