package dev.sidegate.engine.payload.type;

import dev.sidegate.FreeText;
import dev.sidegate.KeyType;
import dev.sidegate.PerAttempt;
import dev.sidegate.Sensitive;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Types of an application. */
final class Shop {
  private Shop() {}

  enum Colour {
    RED,
    BLUE {
      @Override
      public String toString() {
        return "not blue";
      }
    }
  }

  record Item(String name, int count, @Nullable BigDecimal price) {}

  record Page<T>(List<T> items, Map<UUID, T> byId) {}

  @SuppressWarnings("ArrayRecordComponent")
  record Order(
      String id,
      Page<Item> page,
      Set<Colour> colours,
      Optional<Instant> due,
      long[] counts,
      Map<String, @Nullable Object> extra,
      @FreeText String note,
      @Sensitive @FreeText String card) {}

  @KeyType
  record OrderId(String value) {}

  record Tried(String id, @PerAttempt String token) {}

  sealed interface Shape permits Circle, Square, Other {}

  record Circle(BigDecimal r) implements Shape {}

  record Square(BigDecimal a) implements Shape {}

  sealed interface Other extends Shape permits Colourful {}

  record Colourful(Colour colour) implements Other {}

  record Drawing(List<Shape> shapes) {}

  record Node(String name, @Nullable Node next) {}

  record Unstorable(Runnable task) {}

  record WithUrl(String id, WithStream inner) {}

  record WithStream(java.io.InputStream in) {}

  /** Generic state above, a getter without a field, a derived one, a boolean field. */
  static class Base<K> {
    private @Nullable K id;

    public @Nullable K getId() {
      return id;
    }

    public void setId(K id) {
      this.id = id;
    }
  }

  static final class Customer extends Base<Long> {
    private String name = "";
    private boolean isActive;
    private transient int cached;
    @Sensitive private String secret = "";

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public boolean isActive() {
      return isActive;
    }

    public void setActive(boolean active) {
      this.isActive = active;
    }

    public String getSecret() {
      return secret;
    }

    public void setSecret(String secret) {
      this.secret = secret;
    }

    public String getGreeting() {
      return "Dear " + name + ++cached;
    }
  }

  /** Built by its constructor, by name. */
  static class Money {
    private final long cents;
    public final String currency;

    Money(long cents, String currency) {
      this.cents = cents;
      this.currency = currency;
    }

    public long getCents() {
      return cents;
    }
  }

  static final class Gift extends Money {
    Gift(long cents) {
      super(cents, "EUR");
    }
  }

  static final class Hidden {
    private final int secret;

    Hidden(int secret) {
      this.secret = secret;
    }

    boolean beats(Hidden other) {
      return secret > other.secret;
    }
  }

  /** Its getters tell all, but nothing builds it. */
  static final class Receipt {
    private final String id;

    Receipt(String id, int checksum) {
      this.id = id + checksum;
    }

    public String getId() {
      return id;
    }
  }
}
