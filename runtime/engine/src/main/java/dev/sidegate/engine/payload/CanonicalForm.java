package dev.sidegate.engine.payload;

import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.secret.HmacSecret;
import dev.sidegate.engine.secret.MissingSecretException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a payload is compared by. Two payloads have the same bytes if and only if they are
 * the same wish: the order of a map or a set, trailing zeros of a decimal and the offset of a time
 * make no difference, free text is not there, and a sensitive value stands as its HMAC.
 *
 * <p>Frozen: what is stored today is compared in years. Any change is a new {@link #ALGORITHM}.
 */
public final class CanonicalForm {
  /** The version of the form. */
  public static final int ALGORITHM = 1;

  private static final byte[] HMAC_PURPOSE = "payload".getBytes(StandardCharsets.US_ASCII);

  private final @Nullable HmacSecret secret;

  private CanonicalForm(@Nullable HmacSecret secret) {
    this.secret = secret;
  }

  /** The form for an engine without a secret: it refuses sensitive values. */
  public static CanonicalForm withoutSecret() {
    return new CanonicalForm(null);
  }

  /** The form in which the secret stands in for sensitive values. */
  public static CanonicalForm with(HmacSecret secret) {
    return new CanonicalForm(secret);
  }

  /**
   * The hash of a payload.
   *
   * @param schema the fingerprint of the types it was made from
   * @throws TreeRefusedException if it is larger than {@link Tree#MAX_BYTES}
   * @throws MissingSecretException for a sensitive value without a secret
   */
  public PayloadHash hash(Tree tree, String schema) {
    return new PayloadHash(Sha256.of(bytes(tree)), ALGORITHM, schema);
  }

  /**
   * The digest that an approval is bound to: over everything that would run, free text too (law 7).
   * Throws as {@link #hash}.
   */
  public byte[] boundDigest(Tree tree) {
    return Sha256.of(write(tree, true));
  }

  /** The canonical bytes; throws as {@link #hash}. */
  public byte[] bytes(Tree tree) {
    return write(tree, false);
  }

  private byte[] write(Tree tree, boolean withFreeText) {
    Writer writer = new Writer(withFreeText);
    writer.node(tree.root());
    return writer.out.toArray();
  }

  private final class Writer extends Shape {
    private final boolean withFreeText;

    Writer(boolean withFreeText) {
      this.withFreeText = withFreeText;
    }

    @Override
    void integer(long value) {
      if (value >= -EXACT && value <= EXACT) {
        out.ascii(Long.toString(value));
      } else {
        out.string("#i", Long.toString(value));
      }
    }

    @Override
    void integer(BigInteger value) {
      if (value.bitLength() <= 63) {
        integer(value.longValueExact());
      } else {
        out.string("#i", value.toString());
      }
    }

    /** {@code toString}, not {@code toPlainString}: 1E+50000000 would be 50 MB. */
    @Override
    void decimal(BigDecimal value) {
      out.string("#d", value.stripTrailingZeros().toString());
    }

    @Override
    void offset(OffsetDateTime value) {
      node(value.toInstant());
    }

    @Override
    void zoned(ZonedDateTime value) {
      node(value.toInstant());
    }

    @Override
    void set(Set<?> set) {
      int start = out.length();
      List<byte[]> elements = new ArrayList<>(set.size());
      for (Object element : set) {
        node(element);
        elements.add(out.from(start));
        out.rewind(start);
      }
      elements.sort(Arrays::compareUnsigned);
      open("set");
      out.one('[');
      for (int i = 0; i < elements.size(); i++) {
        if (i > 0) {
          out.one(',');
        }
        out.raw(elements.get(i));
      }
      out.ascii("]}");
    }

    @Override
    void map(Map<String, ?> map) {
      out.one('{');
      int start = out.length();
      for (Map.Entry<String, ?> entry : new TreeMap<>(map).entrySet()) {
        Object value = entry.getValue();
        if (value != null && !withFreeText && Tag.isFreeText(value)) {
          continue;
        }
        if (out.length() > start) {
          out.one(',');
        }
        key(entry.getKey());
        node(value);
      }
      out.one('}');
    }

    @Override
    void sensitive(Object tree) {
      int start = out.length();
      node(tree);
      byte[] clear = out.from(start);
      out.rewind(start);
      open(Tag.SENSITIVE);
      out.string(Base64.getEncoder().encodeToString(secret().mac(HMAC_PURPOSE, clear)));
      out.one('}');
    }

    /** Outside a map there is no property to leave out, so a constant stands there. */
    @Override
    void freeText(Object tree) {
      if (withFreeText) {
        tagged(Tag.FREE_TEXT, tree);
      } else {
        open(Tag.FREE_TEXT);
        out.ascii("null}");
      }
    }

    private HmacSecret secret() {
      if (secret == null) {
        throw new MissingSecretException("a payload holds a value marked @Sensitive");
      }
      return secret;
    }
  }
}
