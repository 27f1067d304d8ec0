package dev.sidegate.engine.key;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.payload.Sha256;
import dev.sidegate.engine.secret.MissingSecretException;
import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.KeyTemplate.Hole;
import dev.sidegate.key.KeyTemplate.Literal;
import dev.sidegate.key.KeyTemplate.Part;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Writes keys, scopes and orders: a template filled with a call's values.
 *
 * <pre>
 * refund:{order.id}:{refundNo}   with "A/7" and 2   →   refund:A%2F7:2
 * </pre>
 *
 * <p>Two different lists of values never give one text. Frozen: a key written today is looked up in
 * years.
 */
public final class KeyWriter {
  private static final int HASH_AND_MARK = 65;

  private final Digests digests;

  /** Writes {@code sha256} and {@code hmac} holes with these digests. */
  public KeyWriter(Digests digests) {
    this.digests = digests;
  }

  /**
   * Fills a template.
   *
   * @param values one per hole, in order; whatever stands for a {@code {scope.…}} hole is not
   *     looked at
   * @throws KeyRefusedException if a value is missing, or cannot stand in a key
   * @throws MissingSecretException for an {@code hmac} hole without a secret
   */
  public String write(KeyTemplate template, @Nullable Object[] values, KeyScope scope) {
    StringBuilder text = new StringBuilder(template.text().length() + 32);
    int number = 0;
    for (Part part : template.parts()) {
      if (part instanceof Literal literal) {
        text.append(literal.text());
      } else if (part instanceof Hole hole) {
        text.append(fill(new Place(template, hole, number + 1), values[number], scope));
        number++;
      }
    }
    if (number != values.length) {
      throw new IllegalArgumentException(
          "the template \""
              + template.text()
              + "\" has "
              + number
              + " holes, not "
              + values.length);
    }
    return shorten(text.toString());
  }

  private String fill(Place place, @Nullable Object given, KeyScope scope) {
    Object value = given;
    if (place.hole().isScope()) {
      value = place.hole().isTenant() ? scope.tenant() : scope.trigger();
    }
    if (value == null) {
      return absent(place);
    }
    return switch (place.hole().filter().kind()) {
      case NONE -> KeyValue.write(place, value);
      case FOLD -> KeyValue.writeFolded(place, value);
      case SCALE -> KeyValue.writeScaled(place, value);
      case SHA256 -> digests.sha256(value);
      case HMAC -> digests.hmac(place, value);
    };
  }

  private static String absent(Place place) {
    if (place.hole().optional()) {
      return KeyTemplate.ABSENT;
    }
    throw place.hole().isScope()
        ? place.refused(
            "is not set around this call",
            "call inside CallScope.tenant(…).trigger(…).run(…), or write " + optional(place))
        : place.refused(
            "is null", "pass a value, or write " + optional(place) + " if it may be absent");
  }

  private static String optional(Place place) {
    return place.name().startsWith("{") ? place.name().replace("}", "?}") : "{?}";
  }

  /** Readable prefix, {@code #}, and the hash of the whole. No shorter key holds a {@code #}. */
  private static String shorten(String key) {
    if (key.length() <= IntentKey.MAX_KEY_BYTES) {
      return key;
    }
    int room = IntentKey.MAX_KEY_BYTES - HASH_AND_MARK;
    int code = key.lastIndexOf('%', room - 1);
    int end = code > room - 3 ? code : room;
    byte[] hash = Sha256.of(key.getBytes(StandardCharsets.US_ASCII));
    return key.substring(0, end) + '#' + HexFormat.of().formatHex(hash);
  }
}
