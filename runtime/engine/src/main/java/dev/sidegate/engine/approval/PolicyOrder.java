package dev.sidegate.engine.approval;

import dev.sidegate.ApprovalMode;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Which of two policies is the tighter one. What cannot be compared, another role or another rule,
 * is not tighter: a person looks at it. {@code sidegate.is_tighter} is the same table as a wall.
 */
public final class PolicyOrder {
  /** Each respect in which a policy can be looser; asked where both demand an approval. */
  private static final List<Respect> RESPECTS =
      List.of(
          new Respect("role", (now, before) -> now.role().equals(before.role())),
          new Respect("needed", (now, before) -> now.needed() >= before.needed()),
          new Respect(
              "expires-in", (now, before) -> now.expiresIn().compareTo(before.expiresIn()) <= 0),
          new Respect(
              "mode",
              (now, before) ->
                  now.mode() == ApprovalMode.BEFORE_ACT || now.mode() == before.mode()),
          new Respect(
              "window",
              (now, before) ->
                  bothOrTighter(
                      now.window(), before.window(), (one, two) -> one.compareTo(two) >= 0)),
          new Respect(
              "rule",
              (now, before) ->
                  bothOrTighter(
                      now.rule(),
                      before.rule(),
                      (one, two) ->
                          one.type().equals(two.type()) && one.version() == two.version())),
          new Respect(
              "sample",
              (now, before) ->
                  bothOrTighter(
                      now.rule(), before.rule(), (one, two) -> one.samplePpm() >= two.samplePpm())),
          new Respect(
              "fallback-role",
              (now, before) ->
                  now.fallback().isEmpty()
                      || before
                          .fallback()
                          .filter(was -> was.role().equals(now.fallback().get().role()))
                          .isPresent()),
          new Respect(
              "fallback-after",
              (now, before) ->
                  bothOrTighter(
                      now.fallback(),
                      before.fallback(),
                      (one, two) -> one.after().compareTo(two.after()) >= 0)));

  private PolicyOrder() {}

  /** Whether {@code now} may follow {@code before} without a person. */
  public static boolean isTighter(EffectPolicy now, EffectPolicy before) {
    return looser(now, before).isEmpty();
  }

  /** The respects in which {@code now} is looser than {@code before}, by their settings' names. */
  public static List<String> looser(EffectPolicy now, EffectPolicy before) {
    if (before.irreversible() && !now.irreversible()) {
      return List.of("irreversible");
    }
    if (before.approval().isEmpty()) {
      return List.of();
    }
    ApprovalPolicy was = before.approval().get();
    return now.approval()
        .map(
            is ->
                RESPECTS.stream()
                    .filter(respect -> !respect.asTight().test(is, was))
                    .map(Respect::name)
                    .toList())
        .orElse(List.of("approval"));
  }

  /** What only one of them has is another respect's matter. */
  private static <T> boolean bothOrTighter(
      Optional<T> now, Optional<T> before, BiPredicate<T, T> asTight) {
    return now.isEmpty() || before.isEmpty() || asTight.test(now.get(), before.get());
  }

  private record Respect(String name, BiPredicate<ApprovalPolicy, ApprovalPolicy> asTight) {}
}
