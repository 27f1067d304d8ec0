package dev.sidegate.agent.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A forked JVM that runs. Closing it kills it. */
public final class RunningJvm implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final Lines output;
  private final Lines errors;

  RunningJvm(Process process) {
    this.process = process;
    this.output = new Lines(process.getInputStream());
    this.errors = new Lines(process.getErrorStream());
  }

  /** Waits for a line of its standard output that begins so, and gives it. */
  public String awaitLine(String beginning) {
    return output.await(beginning, errors);
  }

  /** What it has written to standard output so far. */
  public List<String> output() {
    return output.soFar();
  }

  /** What it has written to standard error so far. */
  public List<String> errors() {
    return errors.soFar();
  }

  /** Writes a line to its standard input. */
  public void say(String line) {
    OutputStream in = process.getOutputStream();
    try {
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its process. */
  public long pid() {
    return process.pid();
  }

  /** As {@code kill -9} does it. */
  public void kill() {
    process.destroyForcibly();
    untilEnd();
  }

  /** Sends a signal, such as {@code STOP} and {@code CONT}. */
  public void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("kill -" + name + " failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until it has ended. */
  public Ended untilEnd() {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running; it said " + output + "\n" + errors);
      }
      return new Ended(process.exitValue(), output.untilEnd(), errors.untilEnd());
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** A stream's lines, gathered by a thread of their own. */
  private static final class Lines {
    private final List<String> lines = new ArrayList<>();
    private final Thread reader;
    private boolean ended;

    Lines(InputStream stream) {
      reader = new Thread(() -> read(stream), "lines of a forked JVM");
      reader.setDaemon(true);
      reader.start();
    }

    private void read(InputStream stream) {
      try (BufferedReader in =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          add(line);
        }
      } catch (IOException closed) {
        add("(" + closed + ")");
      }
      end();
    }

    private synchronized void add(String line) {
      lines.add(line);
      notifyAll();
    }

    private synchronized void end() {
      ended = true;
      notifyAll();
    }

    synchronized String await(String beginning, Lines errors) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
      int seen = 0;
      while (true) {
        for (; seen < lines.size(); seen++) {
          if (lines.get(seen).startsWith(beginning)) {
            return lines.get(seen);
          }
        }
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (ended || left <= 0) {
          throw new AssertionError("never said '" + beginning + "', but " + lines + "\n" + errors);
        }
        try {
          wait(left);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }

    synchronized List<String> soFar() {
      return List.copyOf(lines);
    }

    List<String> untilEnd() throws InterruptedException {
      reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
      return soFar();
    }

    @Override
    public synchronized String toString() {
      return String.join("\n", lines);
    }
  }
}
