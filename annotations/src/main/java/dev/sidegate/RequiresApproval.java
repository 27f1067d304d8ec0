package dev.sidegate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Demands a person's yes before the effect. Stands beside {@link SideEffect}. Settings may tighten
 * it, never remove it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface RequiresApproval {

  /** The role of those who may decide. */
  String role();

  /** When the person is asked. */
  ApprovalMode mode() default ApprovalMode.BEFORE_ACT;

  /** The rule that lets narrow cases pass; with {@link ApprovalMode#BY_EXCEPTION} only. */
  Class<? extends ApprovalRule> unless() default ApprovalRule.class;

  /** How long the question stands, such as {@code "24h"}; by default as the settings say. */
  String expiresIn() default "";
}
