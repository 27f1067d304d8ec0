package dev.sidegate.engine.notify;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Posts each message as JSON, signed: {@code Sidegate-Signature: t=UNIX_SECONDS,v1=HEX}, where HEX
 * is HMAC-SHA-256 over {@code UNIX_SECONDS + "." + body} with the shared secret. A receiver
 * compares it, refuses an old time, and takes the same {@code id} once: a message may come again.
 * It carries no token: whoever reads it is not the approver yet.
 */
public final class WebhookNotifier implements Notifier {
  /** Its channel. */
  public static final String CHANNEL = "webhook";

  /** The header that carries time and signature. */
  public static final String SIGNATURE = "Sidegate-Signature";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final JsonMapper JSON = new JsonMapper();

  private final URI url;
  private final byte[] secret;
  private final Clock clock;
  private final HttpClient client;

  /** Posts to this URL; the clock is only the signature's. */
  public WebhookNotifier(URI url, byte[] secret, Clock clock) {
    this.url = url;
    this.secret = secret.clone();
    this.clock = clock;
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  @Override
  public String channel() {
    return CHANNEL;
  }

  @Override
  public void tell(Notice notice, Links links) throws IOException, InterruptedException {
    byte[] body = JSON.writeValueAsBytes(document(notice, links));
    HttpResponse<Void> answer =
        client.send(
            HttpRequest.newBuilder(url)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header(SIGNATURE, signature(body))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build(),
            HttpResponse.BodyHandlers.discarding());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException("the webhook answered " + answer.statusCode());
    }
  }

  private static Map<String, @Nullable Object> document(Notice notice, Links links) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("id", notice.approval() + ":" + notice.kind());
    document.put("kind", notice.kind().name());
    document.put("approval", notice.approval().toString());
    document.put("operation", notice.operation().toString());
    document.put("effect", notice.effect());
    document.put("scope", notice.scope());
    document.put("key", notice.shownKey());
    document.put("role", notice.role());
    document.put("requester", notice.requester());
    document.put("subject", notice.subject());
    document.put("askedAt", notice.askedAt().toString());
    document.put("expiresAt", notice.expiresAt().toString());
    document.put("state", notice.state());
    document.put("decidedBy", notice.decidedBy());
    document.put("reason", notice.reason());
    document.put("link", links.toOperation(notice).orElse(null));
    document.put("command", links.command(notice));
    return document;
  }

  private String signature(byte[] body) {
    String seconds = String.valueOf(clock.instant().getEpochSecond());
    return "t=" + seconds + ",v1=" + sign(secret, seconds, body);
  }

  /** The signature of a body at a time; receivers in Java may use it to compare. */
  static String sign(byte[] secret, String seconds, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this Java platform has no HmacSHA256", impossible);
    }
  }
}
