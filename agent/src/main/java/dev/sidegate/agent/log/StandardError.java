package dev.sidegate.agent.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;

/**
 * One line for people, on the process's own standard error. Not {@code System.err}: the application
 * may have put its own stream there, and while a class is being woven none of its code may run.
 */
public final class StandardError {
  private StandardError() {}

  /** Writes a line; a closed stream is no reason to fail. */
  public static void line(String text) {
    byte[] line = ("[sidegate] " + text + "\n").getBytes(Charset.defaultCharset());
    try {
      new FileOutputStream(FileDescriptor.err).write(line);
    } catch (IOException closed) {
      // there is nobody to tell
    }
  }
}
