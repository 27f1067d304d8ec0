package dev.sidegate.agent.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Writes warnings and errors as {@code [sidegate] WARN what - message}. */
final class StandardErrorLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1L;

  StandardErrorLogger(String name) {
    this.name = name;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String message,
      @Nullable Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    StringBuilder line = new StringBuilder().append(level).append(' ');
    line.append(name.substring(name.lastIndexOf('.') + 1)).append(" - ");
    line.append(MessageFormatter.basicArrayFormat(message, arguments));
    if (thrown != null) {
      line.append(": ").append(thrown);
    }
    StandardError.line(line.toString());
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }
}
