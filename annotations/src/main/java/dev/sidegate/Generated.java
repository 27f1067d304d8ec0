package dev.sidegate;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class that {@code sidegate-processor} wrote. It stays in the class file, so that coverage
 * and analysis tools leave such classes alone.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Generated {

  /** What wrote it. */
  String value();
}
