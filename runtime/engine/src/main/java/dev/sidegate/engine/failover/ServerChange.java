package dev.sidegate.engine.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What it means that a look at the server differs from the one before. */
public sealed interface ServerChange {

  /** Nothing that was acknowledged can be gone. */
  record None() implements ServerChange {}

  /** The same server was started again. Nothing is gone, unless its data was replaced. */
  record Restarted() implements ServerChange {}

  /**
   * Another server, timeline or installation answers: acknowledged claims may be gone.
   *
   * @param why for people
   * @param trust what speaks against that
   */
  record Changed(String why, Trust trust) implements ServerChange {}

  /** What speaks for it that everything acknowledged is still there. */
  enum Trust {
    /** Nothing. */
    NONE,
    /** It is a promotion, and every standby had every commit when this JVM last looked. */
    SYNCHRONOUS,
    /** The tables know the new server already: somebody noticed before, and acted. */
    NOTICED
  }

  /**
   * Judges a look.
   *
   * @param before this JVM's last look; null if this is its first
   */
  static ServerChange between(@Nullable ServerSight before, ServerSight now) {
    if (before == null) {
      return now.known().same()
          ? new None()
          : new Changed(
              identity(
                  now,
                  now.known().systemIdentifier(),
                  now.known().timeline(),
                  "another server wrote its tables"),
              Trust.NONE);
    }
    if (!before.installation().equals(now.installation())) {
      return new Changed(
          "installation %s instead of %s".formatted(now.installation(), before.installation()),
          Trust.NONE);
    }
    boolean sameSystem = Objects.equals(before.systemIdentifier(), now.systemIdentifier());
    if (sameSystem && Objects.equals(before.timeline(), now.timeline())) {
      return onOneTimeline(before, now);
    }
    String why =
        identity(
            now, before.systemIdentifier(), before.timeline(), "the server does not say who it is");
    if (now.known().same()) {
      return new Changed(why, Trust.NOTICED);
    }
    return new Changed(why, sameSystem && before.synchronous() ? Trust.SYNCHRONOUS : Trust.NONE);
  }

  private static ServerChange onOneTimeline(ServerSight before, ServerSight now) {
    Long end = before.walPosition();
    Long endNow = now.walPosition();
    if (end != null && endNow != null && endNow < end) {
      return new Changed(
          "its log ends %,d bytes before what was flushed: an older copy".formatted(end - endNow),
          Trust.NONE);
    }
    if (!now.known().same()) {
      return new Changed("its tables are of before a failover: an older copy", Trust.NONE);
    }
    return before.startedAt().equals(now.startedAt()) ? new None() : new Restarted();
  }

  private static String identity(
      ServerSight now,
      @Nullable String systemIdentifier,
      @Nullable Long timeline,
      String otherwise) {
    List<String> differences = new ArrayList<>();
    if (!Objects.equals(systemIdentifier, now.systemIdentifier())) {
      differences.add(
          "system %s instead of %s".formatted(now.systemIdentifier(), systemIdentifier));
    }
    if (!Objects.equals(timeline, now.timeline())) {
      differences.add("timeline %s instead of %s".formatted(now.timeline(), timeline));
    }
    return differences.isEmpty() ? otherwise : String.join(", ", differences);
  }
}
