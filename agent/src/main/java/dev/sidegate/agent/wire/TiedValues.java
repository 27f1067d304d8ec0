package dev.sidegate.agent.wire;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Which attempt a request belongs to, on whatever thread it leaves. The tie is the identity of one
 * of its header values: the client hands that string on through its own copies of the request, also
 * to a redirect, and lets go of it with the last of them. So a tie lives exactly as long as its
 * request can leave, and two attempts that send equal values stay apart.
 */
final class TiedValues {
  private final ConcurrentMap<Identity, WatchedAttempt> attempts = new ConcurrentHashMap<>();
  private final ReferenceQueue<String> gone = new ReferenceQueue<>();

  /** A string that is equal to the value and belongs to the attempt. */
  @SuppressWarnings("StringOperationCanBeSimplified") // its identity is what it is made for
  String tie(String value, WatchedAttempt attempt) {
    for (Object old = gone.poll(); old != null; old = gone.poll()) {
      attempts.remove(old);
    }
    String tied = new String(value);
    attempts.put(new Identity(tied, gone), attempt);
    return tied;
  }

  boolean isEmpty() {
    return attempts.isEmpty();
  }

  @Nullable WatchedAttempt attemptOf(String value) {
    return attempts.get(new Identity(value, null));
  }

  private static final class Identity extends WeakReference<String> {
    private final int hash;

    Identity(String value, @Nullable ReferenceQueue<String> gone) {
      super(value, gone);
      this.hash = System.identityHashCode(value);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      String value = get();
      return value != null && other instanceof Identity that && that.refersTo(value);
    }
  }
}
