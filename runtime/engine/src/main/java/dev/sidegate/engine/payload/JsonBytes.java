package dev.sidegate.engine.payload;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing buffer of JSON text in UTF-8, with RFC 8785's escapes. Written by hand because hashes
 * rest on these bytes for ever; no library's next version may change them.
 */
final class JsonBytes {
  private static final String HEX = "0123456789abcdef";

  private byte[] bytes = new byte[256];
  private int length;
  private long written;

  int length() {
    return length;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  byte[] from(int start) {
    return Arrays.copyOfRange(bytes, start, length);
  }

  /** Takes back what was written since then; it still counts towards the limit. */
  void rewind(int start) {
    length = start;
  }

  void raw(byte[] more) {
    room(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  /** Text of ASCII characters that need no escape. */
  void ascii(String text) {
    room(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  /** A JSON string. The text has no lone surrogates. */
  void string(String text) {
    string("", text);
  }

  /** A JSON string of a mark and a text. */
  void string(String mark, String text) {
    one('"');
    ascii(mark);
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        utf8(text, plain, i);
        escape(c);
        plain = i + 1;
      }
    }
    utf8(text, plain, text.length());
    one('"');
  }

  void one(char c) {
    room(1);
    bytes[length++] = (byte) c;
  }

  private void utf8(String text, int from, int to) {
    if (from < to) {
      raw(text.substring(from, to).getBytes(StandardCharsets.UTF_8));
    }
  }

  private void escape(char c) {
    one('\\');
    switch (c) {
      case '"', '\\' -> one(c);
      case '\b' -> one('b');
      case '\t' -> one('t');
      case '\n' -> one('n');
      case '\f' -> one('f');
      case '\r' -> one('r');
      default -> {
        ascii("u00");
        one(HEX.charAt(c >> 4));
        one(HEX.charAt(c & 15));
      }
    }
  }

  private void room(int more) {
    written += more;
    if (written > Tree.MAX_BYTES) {
      throw new TreeRefusedException(
          "$", "the whole is larger than " + Tree.MAX_BYTES + " bytes when it is encoded");
    }
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
