package dev.sidegate.engine.notify;

/** A way to tell people. Called by one thread at a time; may throw anything, and is tried again. */
public interface Notifier {

  /** Its name in the database; the same in every process. */
  String channel();

  /** Tells them, in bounded time. */
  void tell(Notice notice, Links links) throws Exception;
}
