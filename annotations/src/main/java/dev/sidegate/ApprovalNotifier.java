package dev.sidegate;

/**
 * A way of the application's own to tell people that a question waits for them, or is over, beside
 * log, webhook and mail: a chat, a pager. Found with {@link java.util.ServiceLoader} through the
 * guarded class's own loader, and asked for the questions of that loader's classes.
 *
 * <p>What is to be told stands in the database, written with the question itself. What a notifier
 * throws neither loses nor decides a question: it is told again, ever more slowly, by any process
 * that has the notifier. A message may come twice. It runs on a thread of the engine's, and has to
 * return within 30 seconds.
 */
public interface ApprovalNotifier {

  /**
   * Its name in the database, the same in every process and for ever: lower case letters, digits
   * and hyphens; not {@code log}, {@code webhook} or {@code mail}.
   */
  String channel();

  /** Tells people. */
  void tell(ApprovalNotice notice) throws Exception;
}
