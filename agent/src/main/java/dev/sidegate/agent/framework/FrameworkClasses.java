package dev.sidegate.agent.framework;

import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import dev.sidegate.agent.weave.ClassPart;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Where frameworks call tools and decide whether the model is asked again, by the names that
 * LangChain4j 1.11 to 1.19, Spring AI 1.1 and 2.0, and the MCP Java SDK 1.1 to 2.1 have.
 */
public final class FrameworkClasses {
  private static final String LANGCHAIN4J = "dev.langchain4j.service.";
  private static final String SPRING_AI = "org.springframework.ai.";
  private static final String MCP = "io.modelcontextprotocol.server.";

  /** All of them. */
  public static final List<ClassPart> ALL =
      List.of(
          part(
              LANGCHAIN4J + "tool.DefaultToolExecutor",
              named("executeWithContext").and(takesArguments(2))),
          part(LANGCHAIN4J + "tool.ToolService", named("executeWithErrorHandling").and(isStatic())),
          part(LANGCHAIN4J + "tool.ToolService", named("executeInferenceAndToolsLoop")),
          newer(LANGCHAIN4J + "tool.ToolService", named("shouldReturnImmediately").and(isStatic())),
          part(
              LANGCHAIN4J + "AiServiceStreamingResponseHandler",
              named("onCompleteResponse").and(takesArguments(1))),
          newer(LANGCHAIN4J + "AiServiceStreamingResponseHandler", named("finalResponse")),
          part(SPRING_AI + "model.tool.DefaultToolCallingManager", named("executeToolCalls")),
          part(SPRING_AI + "tool.method.MethodToolCallback", call()),
          part(SPRING_AI + "tool.function.FunctionToolCallback", call()),
          part(MCP + "McpServerFeatures$SyncToolSpecification", handler()),
          part(MCP + "McpServerFeatures$AsyncToolSpecification", handler()),
          part(MCP + "McpStatelessServerFeatures$SyncToolSpecification", handler()),
          part(MCP + "McpStatelessServerFeatures$AsyncToolSpecification", handler()));

  private FrameworkClasses() {}

  private static ClassPart part(String type, ElementMatcher.Junction<MethodDescription> methods) {
    return ClassPart.of(type, FrameAdvice.class, methods);
  }

  private static ClassPart newer(String type, ElementMatcher.Junction<MethodDescription> methods) {
    return ClassPart.ofSome(type, FrameAdvice.class, methods);
  }

  private static ElementMatcher.Junction<MethodDescription> call() {
    return named("call").and(takesArguments(2)).and(takesArgument(0, named("java.lang.String")));
  }

  private static ElementMatcher.Junction<MethodDescription> handler() {
    return named("callHandler").and(takesNoArguments());
  }
}
