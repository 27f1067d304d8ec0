package dev.sidegate.agent.framework;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The layers around guarded calls that try again by themselves. Every retry lands on the same
 * intent, so none does harm; but they hide doubt, and they wait where nobody waits for them.
 */
public final class RetryOwners {
  private static final Logger LOG = LoggerFactory.getLogger(RetryOwners.class);

  private static final List<Owner> KNOWN =
      List.of(
          new Owner(
              "dev/langchain4j/model/chat/ChatModel.class",
              "LangChain4j (chat models repeat model calls: maxRetries(0); output guardrails and"
                  + " agentic error handlers run tools again: maxRetries = 0, no retry())"),
          new Owner(
              "org/springframework/ai/retry/RetryUtils.class",
              "Spring AI (spring.ai.retry.max-attempts=1)"),
          new Owner(
              "org/springframework/retry/annotation/Retryable.class",
              "Spring Retry (no @Retryable on guarded methods or around them)"),
          new Owner(
              "org/springframework/resilience/annotation/Retryable.class",
              "Spring's resilience (no @Retryable on guarded methods or around them)"),
          new Owner(
              "io/github/resilience4j/retry/Retry.class",
              "Resilience4j (maxAttempts(1), or no @Retry around guarded methods)"),
          new Owner("dev/failsafe/RetryPolicy.class", "Failsafe (withMaxRetries(0))"),
          new Owner(
              "com/google/adk/tools/mcp/McpTool.class",
              "Google ADK (McpTool calls a tool up to three times again, without a switch)"),
          new Owner("com/stripe/Stripe.class", "Stripe's SDK (setMaxNetworkRetries(0))"),
          new Owner(
              "software/amazon/awssdk/core/client/config/ClientOverrideConfiguration.class",
              "AWS SDK (retryStrategy(AwsRetryStrategy.doNotRetry()))"),
          new Owner("okhttp3/OkHttpClient.class", "OkHttp (retryOnConnectionFailure(false))"),
          new Owner(
              "org/apache/hc/client5/http/impl/classic/HttpClientBuilder.class",
              "Apache HttpClient (disableAutomaticRetries())"));

  private final AtomicBoolean looked = new AtomicBoolean();

  private record Owner(String file, String what) {}

  /** Names those that this loader sees, once in a JVM. */
  public void name(@Nullable ClassLoader loader) {
    if (loader == null || looked.get() || !looked.compareAndSet(false, true)) {
      return;
    }
    List<String> found = seenBy(loader);
    if (!found.isEmpty()) {
      LOG.warn(
          "Retries belong to Sidegate; found around the guarded methods, with what to set: {}",
          String.join("; ", found));
    }
  }

  static List<String> seenBy(ClassLoader loader) {
    List<String> found = new ArrayList<>();
    for (Owner owner : KNOWN) {
      if (loader.getResource(owner.file()) != null) {
        found.add(owner.what());
      }
    }
    return found;
  }
}
