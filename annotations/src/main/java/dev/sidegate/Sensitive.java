package dev.sidegate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a value that no key, log, metric, span, card or audit event may hold. It is encrypted at
 * rest and stands in a hash as HMAC. On a method it marks a getter or, on a guarded method, the
 * result.
 */
@Documented
@Target({
  ElementType.PARAMETER,
  ElementType.RECORD_COMPONENT,
  ElementType.FIELD,
  ElementType.METHOD
})
@Retention(RetentionPolicy.RUNTIME)
public @interface Sensitive {}
