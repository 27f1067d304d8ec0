package dev.sidegate.engine.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the requests of one attempt. Only unsafe requests count: HTTP's other than GET,
 * HEAD, OPTIONS and TRACE.
 *
 * @param watched whether everything of the attempt was seen: no socket outside the watched clients,
 *     no child process
 * @param nothingLeft positive evidence that nothing left this JVM and nothing will: an unsafe
 *     request was to be sent, none was written, and no other way out was taken
 * @param untied whether work may still be under way that is not tied to the attempt, or was handed
 *     over and had not finished
 * @param unsafeRequests how many unsafe requests left, wholly or in part; more than one is a hidden
 *     retry
 * @param answers what came back, in the order of arrival
 * @param unanswered how many unsafe requests left and got no answer
 */
public record WireEvidence(
    boolean watched,
    boolean nothingLeft,
    boolean untied,
    int unsafeRequests,
    List<Answer> answers,
    int unanswered) {

  /** Nothing is known: no agent, or one that does not watch. */
  public static final WireEvidence NONE = new WireEvidence(false, false, true, 0, List.of(), 0);

  /** Keeps its own list. */
  public WireEvidence {
    answers = List.copyOf(answers);
  }

  /**
   * The answer to one unsafe request.
   *
   * @param method the request's method
   * @param status the status code
   * @param requestId the provider's id of the request, from {@code x-request-id} or {@code
   *     request-id}
   * @param retryAfter the header of that name, as it came
   * @param complete whether the whole answer was read
   */
  public record Answer(
      String method,
      int status,
      @Nullable String requestId,
      @Nullable String retryAfter,
      boolean complete) {}
}
