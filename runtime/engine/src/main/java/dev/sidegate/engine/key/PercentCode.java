package dev.sidegate.engine.key;

import dev.sidegate.key.KeyTemplate;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Writes any text with the unreserved characters {@code A-Z a-z 0-9 . _ ~ -} and {@code %XX} (RFC
 * 3986, over UTF-8, capital digits). Injective for text without lone surrogates.
 */
final class PercentCode {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private PercentCode() {}

  static String encode(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (KeyTemplate.isValueCharacter(b)) {
        out.append((char) b);
      } else {
        out.append('%').append(HEX.toHexDigits(b));
      }
    }
    return out.toString();
  }

  /** The text; a {@code %} that begins no code stays as it is. */
  static String decode(String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
    byte[] in = encoded.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < in.length; i++) {
      if (in[i] == '%'
          && i + 2 < in.length
          && HexFormat.isHexDigit(in[i + 1])
          && HexFormat.isHexDigit(in[i + 2])) {
        bytes.write(HexFormat.fromHexDigit(in[i + 1]) << 4 | HexFormat.fromHexDigit(in[i + 2]));
        i += 2;
      } else {
        bytes.write(in[i]);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
