package dev.sidegate.engine.payload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a tree is rebuilt from: the same shape as the {@link CanonicalForm}, but faithful.
 * Order, decimal scale, offset and zone, free text and sensitive values are all there, and it can
 * be read without knowing a type. It is not compared, and needs to be {@linkplain Envelope put
 * away} before it leaves the process.
 */
public final class StoredForm {

  private StoredForm() {}

  /**
   * The tree's bytes.
   *
   * @throws TreeRefusedException if there are more than {@link Tree#MAX_BYTES}
   */
  public static byte[] write(Tree tree) {
    return written(tree).bytes();
  }

  static Written written(Tree tree) {
    Writer writer = new Writer();
    writer.node(tree.root());
    return new Written(writer.out.toArray(), writer.sensitive);
  }

  /** A tree's bytes, and whether a value marked {@code @Sensitive} is among them. */
  @SuppressWarnings("ArrayRecordComponent") // put away at once
  record Written(byte[] bytes, boolean sensitive) {}

  /**
   * The tree of such bytes.
   *
   * @throws UnreadableFormException if they are none
   */
  public static Tree read(byte[] bytes) {
    return Tree.read(StoredFormReader.read(bytes));
  }

  private static final class Writer extends Shape {
    private boolean sensitive;

    /** {@code #l} is a long, so that it comes back as one. */
    @Override
    void integer(long value) {
      if (value >= -EXACT && value <= EXACT) {
        out.ascii(Long.toString(value));
      } else {
        out.string("#l", Long.toString(value));
      }
    }

    @Override
    void integer(BigInteger value) {
      out.string("#i", value.toString());
    }

    @Override
    void decimal(BigDecimal value) {
      out.string("#d", value.toString());
    }

    @Override
    void offset(OffsetDateTime value) {
      out.string("#o", value.toString());
    }

    @Override
    void zoned(ZonedDateTime value) {
      out.string("#z", value.toString());
    }

    @Override
    void set(Set<?> set) {
      open("set");
      out.one('[');
      boolean first = true;
      for (Object element : set) {
        if (!first) {
          out.one(',');
        }
        first = false;
        node(element);
      }
      out.ascii("]}");
    }

    @Override
    void map(Map<String, ?> map) {
      out.one('{');
      boolean first = true;
      for (Map.Entry<String, ? extends @Nullable Object> entry : map.entrySet()) {
        if (!first) {
          out.one(',');
        }
        first = false;
        key(entry.getKey());
        node(entry.getValue());
      }
      out.one('}');
    }

    @Override
    void sensitive(Object tree) {
      sensitive = true;
      tagged(Tag.SENSITIVE, tree);
    }

    @Override
    void freeText(Object tree) {
      tagged(Tag.FREE_TEXT, tree);
    }
  }
}
