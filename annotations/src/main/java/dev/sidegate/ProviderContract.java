package dev.sidegate;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the provider of an effect promises. Only a promise leads out of doubt without a lookup. */
@Documented
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface ProviderContract {

  /**
   * The name of a contract in the settings ({@code sidegate.providers.<name>.*}). Then nothing else
   * of this annotation counts, and an effect whose contract is not there is refused.
   */
  String name() default "";

  /** Whether the provider refuses, or answers alike, a second request with the same key. */
  boolean keyed() default false;

  /** How long the provider remembers a key, such as {@code "24h"}; required where keyed. */
  String keyTtl() default "";

  /** How the action key is written for this provider. */
  KeyFormat keyFormat() default KeyFormat.HEX32;

  /** The request header that carries the action key. */
  String header() default "Idempotency-Key";

  /** Whether the same call again changes nothing more: setting or deleting, not adding. */
  boolean idempotent() default false;

  /**
   * Answers that prove that the request was not applied, such as {@code "429"} or {@code "4xx"}. An
   * answer that is not listed proves nothing.
   */
  String[] notApplied() default {};
}
