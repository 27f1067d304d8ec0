package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.UnfitValidationException;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Jakarta Validation as a loader of the application sees it; called by reflection, since nothing
 * here depends on it. Without its API, or without a provider of it, there is nothing to ask. One
 * that is there and fails refuses the call (law 1).
 */
final class JakartaValidation {
  private static final String API = "jakarta.validation.";
  private static final String NO_PROVIDER = API + "NoProviderFoundException";

  /** Keys and positions of containers in a path; a key may be a sensitive value. */
  private static final Pattern KEYS = Pattern.compile("\\[[^\\]]*\\]");

  private static final JakartaValidation ABSENT = new JakartaValidation(null, null, null);

  private final @Nullable Object validator;
  private final @Nullable Reflected api;
  private final @Nullable String fault;

  private JakartaValidation(
      @Nullable Object validator, @Nullable Reflected api, @Nullable String fault) {
    this.validator = validator;
    this.api = api;
    this.fault = fault;
  }

  /** That of a loader. */
  static JakartaValidation of(@Nullable ClassLoader loader) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      Class<?> bootstrap = Class.forName(API + "Validation", true, loader);
      // Providers and META-INF/validation.xml are looked for through the thread's loader.
      thread.setContextClassLoader(loader);
      Reflected api = new Reflected(loader);
      Object factory = bootstrap.getMethod("buildDefaultValidatorFactory").invoke(null);
      return new JakartaValidation(api.getValidator.invoke(factory), api, null);
    } catch (ClassNotFoundException absent) {
      return ABSENT;
    } catch (InvocationTargetException threw) {
      Throwable cause = threw.getCause();
      return cause != null && cause.getClass().getName().equals(NO_PROVIDER)
          ? ABSENT
          : new JakartaValidation(null, null, String.valueOf(cause));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError broken) {
      return new JakartaValidation(null, null, broken.toString());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /**
   * What it finds wrong with the arguments of a call.
   *
   * @param sensitive whether a value is sensitive: then neither a message, which may quote the
   *     value, nor a container's key is told
   * @throws UnfitValidationException if it cannot be asked
   */
  List<String> findings(
      Object target, Method method, @Nullable Object[] arguments, boolean sensitive) {
    if (fault != null) {
      throw new UnfitValidationException(
          "Jakarta Validation is on the class path and cannot be used, so nothing runs unchecked: "
              + fault,
          null);
    }
    if (validator == null || api == null) {
      return List.of();
    }
    try {
      return ask(api, validator, target, method, arguments, sensitive);
    } catch (InvocationTargetException threw) {
      throw new UnfitValidationException(
          "Jakarta Validation could not check " + method.getName() + ": " + threw.getCause(),
          threw.getCause());
    } catch (ReflectiveOperationException | RuntimeException | LinkageError broken) {
      throw new UnfitValidationException(
          "Jakarta Validation could not check " + method.getName() + ": " + broken, broken);
    }
  }

  private static List<String> ask(
      Reflected api,
      Object validator,
      Object target,
      Method method,
      @Nullable Object[] arguments,
      boolean sensitive)
      throws ReflectiveOperationException {
    Object bean = api.getConstraintsForClass.invoke(validator, method.getDeclaringClass());
    Object described =
        api.getConstraintsForMethod.invoke(bean, method.getName(), method.getParameterTypes());
    if (described == null || !(boolean) api.hasConstrainedParameters.invoke(described)) {
      return List.of();
    }
    Object executables = api.forExecutables.invoke(validator);
    Iterable<?> violations =
        (Iterable<?>)
            api.validateParameters.invoke(executables, target, method, arguments, new Class<?>[0]);
    List<String> findings = new ArrayList<>();
    for (Object violation : violations) {
      findings.add(finding(api, violation, sensitive));
    }
    Collections.sort(findings);
    return findings;
  }

  private static String finding(Reflected api, Object violation, boolean sensitive)
      throws ReflectiveOperationException {
    String path = String.valueOf(api.getPropertyPath.invoke(violation));
    String place = path.substring(path.indexOf('.') + 1);
    if (!sensitive) {
      return place + " " + api.getMessage.invoke(violation);
    }
    Object descriptor = api.getConstraintDescriptor.invoke(violation);
    Annotation constraint = (Annotation) api.getAnnotation.invoke(descriptor);
    return KEYS.matcher(place).replaceAll("[]")
        + " violates @"
        + constraint.annotationType().getSimpleName();
  }

  /** The methods of the API, as the application's loader sees it. */
  private static final class Reflected {
    final Method getValidator;
    final Method forExecutables;
    final Method validateParameters;
    final Method getConstraintsForClass;
    final Method getConstraintsForMethod;
    final Method hasConstrainedParameters;
    final Method getPropertyPath;
    final Method getMessage;
    final Method getConstraintDescriptor;
    final Method getAnnotation;

    Reflected(@Nullable ClassLoader loader) throws ReflectiveOperationException {
      Class<?> validator = Class.forName(API + "Validator", false, loader);
      Class<?> executables = Class.forName(API + "executable.ExecutableValidator", false, loader);
      Class<?> violation = Class.forName(API + "ConstraintViolation", false, loader);
      Class<?> bean = Class.forName(API + "metadata.BeanDescriptor", false, loader);
      Class<?> executable = Class.forName(API + "metadata.ExecutableDescriptor", false, loader);
      Class<?> constraint = Class.forName(API + "metadata.ConstraintDescriptor", false, loader);
      this.getValidator =
          Class.forName(API + "ValidatorFactory", false, loader).getMethod("getValidator");
      this.forExecutables = validator.getMethod("forExecutables");
      this.validateParameters =
          executables.getMethod(
              "validateParameters", Object.class, Method.class, Object[].class, Class[].class);
      this.getConstraintsForClass = validator.getMethod("getConstraintsForClass", Class.class);
      this.getConstraintsForMethod =
          bean.getMethod("getConstraintsForMethod", String.class, Class[].class);
      this.hasConstrainedParameters = executable.getMethod("hasConstrainedParameters");
      this.getPropertyPath = violation.getMethod("getPropertyPath");
      this.getMessage = violation.getMethod("getMessage");
      this.getConstraintDescriptor = violation.getMethod("getConstraintDescriptor");
      this.getAnnotation = constraint.getMethod("getAnnotation");
    }
  }
}
