package dev.sidegate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that changes the outside world. Every call of it goes through a claim: the same
 * key runs the body at most once, and every later call gets the first call's answer.
 *
 * <pre>{@code
 * @SideEffect(key = "refund:{order.id}:{refundNo}")
 * String refund(Order order, int refundNo) { … }
 * }</pre>
 *
 * <p>The key is proven at compile time by {@code sidegate-processor}; a method without the
 * processor's descriptor is refused at run time. The annotation stands on methods with a body; an
 * override counts as what it overrides.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface SideEffect {

  /**
   * The idempotency key: literals and holes over business values, such as {@code
   * "order-confirmation:{order.id}:r{order.revision}"}.
   *
   * <pre>
   * key     = 1*(literal / hole)                  ; at least one hole with a parameter
   * literal = printable ASCII except space { } % ! #
   * hole    = "{" name *("." property) ["?"] ["|" filter] "}"
   * filter  = "fold" / "scale" 1*DIGIT / "sha256" / "hmac"
   * </pre>
   *
   * <p>{@code name} is a parameter, or {@code scope} with {@code tenant} or {@code trigger}. A null
   * value without {@code ?} and an empty string refuse the call.
   */
  String key();

  /** The name of the effect; by default the key's literal before its first {@code ':'}. */
  String effect() default "";

  /** The tenant or environment the key lives in; by default the tenant set around the call. */
  String scope() default "";

  /** What the provider promises. Without a promise every lost answer is doubt. */
  ProviderContract provider() default @ProviderContract;

  /** Whether the effect cannot be taken back. A cancel window is refused where it is. */
  boolean irreversible() default false;

  /** Where the body runs: in the caller's thread, or later, by a dispatcher. */
  Execution execution() default Execution.INLINE;

  /** A key template; deferred calls with an equal value run one after the other. */
  String order() default "";
}
