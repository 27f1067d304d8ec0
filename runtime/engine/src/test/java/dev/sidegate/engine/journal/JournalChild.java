package dev.sidegate.engine.journal;

import dev.sidegate.engine.payload.Envelope;
import java.io.IOException;
import java.nio.file.Path;

/** A process that keeps an end and events, says so, and waits to be killed. */
final class JournalChild {
  private JournalChild() {}

  public static void main(String[] arguments) throws IOException {
    Journal journal = Journal.in(Path.of(arguments[0]), Envelope.plain());
    journal.append(Settles.completed(arguments[1]));
    journal.append(Settles.events(arguments[1]));
    journal.takeOver(); // closing a second handle on its own file would give up the lock
    System.out.println("kept");
    int ended = System.in.read();
    throw new IllegalStateException("should have been killed, but read " + ended);
  }
}
