package cases;

import dev.sidegate.FreeText;
import dev.sidegate.KeyType;
import dev.sidegate.PerAttempt;
import dev.sidegate.Sensitive;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the cases are about. */
public final class Shop {
  private Shop() {}

  @KeyType
  public record OrderId(String value) {}

  /** Stands for the annotation of a framework. */
  public @interface Tool {}

  public record Customer(String id, String name, @Sensitive String iban) {}

  public record Line(String sku, int count) {}

  public record Order(
      OrderId id,
      long revision,
      Customer customer,
      BigDecimal amount,
      List<Line> lines,
      Map<String, String> labels,
      Optional<String> coupon,
      double weight,
      boolean paid,
      @FreeText String note) {}

  public record Login(String user, @PerAttempt String token) {}

  /** Has a getter that only its own package may call. */
  public record Parcel(String id) {
    String getCode() {
      return id;
    }
  }

  public enum Colour {
    RED,
    GREEN
  }

  /** A bean whose truth is read twice. */
  public static class Twice {
    private boolean active;

    public boolean isActive() {
      return active;
    }

    public boolean getActive() {
      return active;
    }

    public void setActive(boolean active) {
      this.active = active;
    }
  }
}
