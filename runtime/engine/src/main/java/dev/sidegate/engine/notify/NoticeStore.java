package dev.sidegate.engine.notify;

import dev.sidegate.engine.approval.LinkToken;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Where messages wait until they are told. */
public interface NoticeStore {

  /** Takes messages that are due for these channels, each for {@code lease}. */
  List<Notice> take(Collection<String> channels, int most, Duration lease);

  /** It was told, or there is nobody to tell it to. */
  void told(Notice notice);

  /** It was not; it is tried again after {@code delay}. */
  void failed(Notice notice, String error, Duration delay);

  /**
   * Keeps the hash of a link's token.
   *
   * @return false if the question is over, or the person has decided: no link then
   */
  boolean keep(UUID approval, String approver, LinkToken token);
}
