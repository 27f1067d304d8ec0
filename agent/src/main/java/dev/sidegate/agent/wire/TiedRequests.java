package dev.sidegate.agent.wire;

import dev.sidegate.agent.carry.WeakIdentities;
import java.net.http.HttpRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which attempt a request belongs to, on whatever thread it leaves. The tie is the identity of one
 * of its header values: the client hands that string on through its own copies of the request, also
 * to a redirect, and lets go of it with the last of them. So a tie lives exactly as long as its
 * request can leave, and two attempts that send equal values stay apart.
 */
final class TiedRequests {
  private final WeakIdentities<String, Tied> ties = new WeakIdentities<>();

  /** A string that is equal to the value and belongs to the attempt. */
  @SuppressWarnings("StringOperationCanBeSimplified") // its identity is what it is made for
  String tie(String value, Tied tied) {
    String own = new String(value);
    ties.put(own, tied);
    return own;
  }

  @Nullable Tied of(HttpRequest request) {
    if (ties.isEmpty()) {
      return null;
    }
    for (List<String> values : request.headers().map().values()) {
      for (String value : values) {
        Tied tied = ties.get(value);
        if (tied != null) {
          return tied;
        }
      }
    }
    return null;
  }
}
