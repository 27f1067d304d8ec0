package dev.sidegate.engine.settings;

import org.jspecify.annotations.Nullable;

/**
 * How people are told what waits for them, besides the log.
 *
 * @param consoleUrl where the console is, for links; null if there is none
 * @param webhook null if there is none
 * @param mail null if none is sent
 */
public record NotifySettings(
    @Nullable String consoleUrl, @Nullable Webhook webhook, @Nullable MailSettings mail) {

  /**
   * A URL that gets each message.
   *
   * @param url where
   * @param secret that signs the messages; never printed
   */
  @SuppressWarnings("ArrayRecordComponent") // read once, handed to the notifier
  public record Webhook(String url, byte[] secret) {
    /** Without the secret. */
    @Override
    public String toString() {
      return "Webhook[" + url + "]";
    }
  }
}
