package dev.sidegate.engine.payload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the bytes of a {@link StoredForm}, and nothing else: no floats, no unknown marks. */
final class StoredFormReader {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxDocumentLength(Tree.MAX_BYTES)
                  .maxNestingDepth(2 * Tree.MAX_DEPTH) // a set takes two levels
                  .maxNameLength(Tree.MAX_BYTES)
                  .maxStringLength(Tree.MAX_BYTES)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private final JsonParser parser;

  private StoredFormReader(JsonParser parser) {
    this.parser = parser;
  }

  static @Nullable Object read(byte[] bytes) {
    try (JsonParser parser = JSON.createParser(bytes)) {
      StoredFormReader reader = new StoredFormReader(parser);
      parser.nextToken();
      Object root = reader.node();
      if (parser.nextToken() != null) {
        throw new UnreadableFormException("stored bytes go on after their end");
      }
      return root;
    } catch (JsonParseException e) {
      // Without the cause: its text may show stored values.
      throw new UnreadableFormException(
          "stored bytes are broken at byte " + e.getLocation().getByteOffset());
    } catch (IOException | DateTimeException | IllegalArgumentException e) {
      if (e instanceof UnreadableFormException unreadable) {
        throw unreadable;
      }
      throw new UnreadableFormException("stored bytes are broken: " + e.getClass().getName());
    }
  }

  /** The node that begins at the current token. */
  private @Nullable Object node() throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new UnreadableFormException("stored bytes end too early");
    }
    return switch (token) {
      case VALUE_NULL -> null;
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_STRING -> string(parser.getText());
      case START_ARRAY -> Collections.unmodifiableList(elements());
      case START_OBJECT -> object();
      default -> throw new UnreadableFormException("stored bytes hold a " + token);
    };
  }

  private List<@Nullable Object> elements() throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(node());
    }
    return elements;
  }

  private Object object() throws IOException {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      if (!name.startsWith("#")) {
        map.put(name, node());
      } else if (name.startsWith("##")) {
        map.put(name.substring(1), node());
      } else if (map.isEmpty()) {
        return tag(name.substring(1));
      } else {
        throw new UnreadableFormException("stored bytes mix a tag with properties");
      }
    }
    return Collections.unmodifiableMap(map);
  }

  private Object tag(String name) throws IOException {
    Object tagged;
    if (name.equals("set") && parser.currentToken() == JsonToken.START_ARRAY) {
      tagged = Collections.unmodifiableSet(new LinkedHashSet<>(elements()));
    } else if (Tag.known(name) && parser.currentToken() != JsonToken.VALUE_NULL) {
      Object tree = node();
      tagged = Map.entry(name, Objects.requireNonNull(tree));
    } else {
      throw new UnreadableFormException("stored bytes hold an unknown tag; written by a newer one");
    }
    if (parser.nextToken() != JsonToken.END_OBJECT) {
      throw new UnreadableFormException("stored bytes mix a tag with properties");
    }
    return tagged;
  }

  private static Object string(String text) {
    if (!text.startsWith("#")) {
      return text;
    }
    if (text.length() < 2) {
      throw new UnreadableFormException("stored bytes hold an empty mark");
    }
    String value = text.substring(2);
    return switch (text.charAt(1)) {
      case '#' -> text.substring(1);
      case 'l' -> Long.parseLong(value);
      case 'i' -> new BigInteger(value);
      case 'd' -> new BigDecimal(value);
      case 'f' -> Double.longBitsToDouble(HexFormat.fromHexDigitsToLong(value));
      case 't' -> Instant.parse(value);
      case 'o' -> OffsetDateTime.parse(value);
      case 'z' -> ZonedDateTime.parse(value);
      case 'b' -> Base64.getDecoder().decode(value);
      default -> throw new UnreadableFormException("stored bytes hold an unknown mark");
    };
  }
}
