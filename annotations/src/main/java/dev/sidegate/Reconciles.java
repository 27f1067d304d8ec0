package dev.sidegate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method that asks the provider what became of an effect. It stands in its effect's
 * class, runs on the same target, takes any of the effect's parameters by name and type, and may
 * take an {@link EffectQuery}. It returns a {@link Reconciliation} and changes nothing.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Reconciles {

  /** The effect. */
  String value();

  /** The identity of this lookup; another version does not settle old doubt silently. */
  int version() default 1;

  /**
   * How long after the attempt the provider's answer is reliable; by default as the settings say.
   */
  String settleDelay() default "";
}
