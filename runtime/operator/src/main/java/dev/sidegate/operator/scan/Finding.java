package dev.sidegate.operator.scan;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One thing that has to be mended.
 *
 * @param code stable, such as {@code SC001}
 * @param type the class; empty if the finding is about the program
 * @param method name and parameter types; empty if it is about the class
 * @param message what is wrong
 * @param remedy how to mend it
 * @param origin the jar or directory
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record Finding(
    String code, String type, String method, String message, String remedy, String origin) {

  static Finding of(Check check, ScannedClass type, ScannedMethod method, String message) {
    return new Finding(
        check.name(),
        type.binaryName(),
        method.signature(),
        message,
        check.remedy(),
        type.origin());
  }

  static Finding of(Check check, ScannedClass type, String message) {
    return new Finding(check.name(), type.binaryName(), "", message, check.remedy(), type.origin());
  }

  static Finding of(Check check, String origin, String message) {
    return new Finding(check.name(), "", "", message, check.remedy(), origin);
  }

  /** One line. */
  String line() {
    String place = method.isEmpty() ? type : type + "#" + method;
    return code
        + " "
        + (place.isEmpty() ? "" : place + ": ")
        + message
        + ". "
        + remedy
        + (origin.isEmpty() ? "" : " [" + origin + "]");
  }
}
