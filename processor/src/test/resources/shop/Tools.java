package shop;

import dev.sidegate.EffectQuery;
import dev.sidegate.FreeText;
import dev.sidegate.KeyType;
import dev.sidegate.PerAttempt;
import dev.sidegate.ProviderContract;
import dev.sidegate.Reconciles;
import dev.sidegate.Reconciliation;
import dev.sidegate.RequiresApproval;
import dev.sidegate.Sensitive;
import dev.sidegate.SideEffect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** A tool class with every kind of value. */
public class Tools {
  @KeyType
  public record OrderId(String value) {}

  public record Line(String sku, int count, BigDecimal price) {}

  public record Customer(String id, @Sensitive String iban, Optional<String> nick) {}

  public record Coupon(String code) {}

  public record Order(
      OrderId id,
      long revision,
      Customer customer,
      List<Line> lines,
      Map<Kind, Instant> when,
      Optional<Coupon> coupon) {}

  public enum Kind {
    EXPRESS {
      @Override
      public String toString() {
        return "very fast";
      }
    },
    NORMAL
  }

  public record Scalars(
      boolean truth,
      Boolean boxedTruth,
      byte b,
      Byte boxedByte,
      short s,
      Short boxedShort,
      int i,
      Integer boxedInt,
      long l,
      Long boxedLong,
      float f,
      Float boxedFloat,
      double d,
      Double boxedDouble,
      char c,
      Character boxedChar,
      String text,
      BigInteger big,
      BigDecimal decimal,
      Kind kind,
      UUID uuid) {}

  public record Times(
      Instant instant,
      OffsetDateTime offset,
      ZonedDateTime zoned,
      LocalDate date,
      LocalTime time,
      LocalDateTime dateTime,
      Year year,
      YearMonth month,
      Duration duration,
      Period period,
      ZoneId zone,
      Currency currency,
      Locale locale,
      URI uri) {}

  public record Box<T>(T content, List<T> more) {}

  public record Holders(
      List<Box<Line>> boxes,
      Box<Box<String>> nested,
      Set<UUID> refs,
      Collection<String> either,
      SortedMap<Integer, List<Kind>> sorted,
      Map<UUID, Map<String, Long>> deep,
      Optional<List<Line>> maybe,
      OptionalInt maybeInt,
      OptionalLong maybeLong,
      OptionalDouble maybeDouble,
      byte[] bytes,
      int[] ints,
      Line[] lines,
      String[][] grid,
      Map<String, Object> json,
      List<Object> list,
      Map<Kind, Object> open) {}

  public sealed interface Figure permits Circle, Round, Dot {}

  public record Circle(double radius) implements Figure {}

  public sealed interface Round extends Figure permits Ellipse {}

  public record Ellipse(double a, float b) implements Round {}

  public enum Dot implements Figure {
    SMALL,
    LARGE
  }

  /** A bean: a setter for one, a constructor for another, a field, something derived. */
  public static class Bean {
    private final String id;
    private boolean active;
    private List<String> tags;
    public int count;
    private transient int cached;

    public Bean(String id) {
      this.id = id;
    }

    public String getId() {
      return id;
    }

    public boolean isActive() {
      return active;
    }

    public void setActive(boolean active) {
      this.active = active;
    }

    public List<String> getTags() {
      return tags;
    }

    public Bean setTags(List<String> tags) {
      this.tags = tags;
      return this;
    }

    public String getLabel() {
      return id + "/" + count + cached;
    }
  }

  @SideEffect(
      key =
          "refund:{order.id}:r{order.revision}:{order.coupon.code?|fold}:{order.customer.iban|hmac}"
              + ":{order.lines|sha256}:{amount|scale2}:{scope.tenant}",
      scope = "{order.customer.id}",
      order = "lane-{order.customer.id}",
      provider = @ProviderContract(keyed = true, keyTtl = "24h", notApplied = {"429", "4xx"}))
  @RequiresApproval(role = "finance", expiresIn = "2h")
  public String refund(Order order, @FreeText String body, BigDecimal amount) {
    return "re_1";
  }

  @Reconciles(value = "refund", version = 2, settleDelay = "30s")
  Reconciliation find(EffectQuery query, BigDecimal amount, Order order) {
    return Reconciliation.notApplied();
  }

  @SideEffect(key = "scalars:{scalars.l}", provider = @ProviderContract(name = "acme"))
  private static void scalars(Scalars scalars, Times times) {}

  @SideEffect(key = "hold:{bean.id}", provider = @ProviderContract(name = "acme"))
  Optional<Holders> hold(Holders holders, Bean bean, Figure figure, List<? extends Figure> figures) {
    return Optional.of(holders);
  }

  @SideEffect(key = "draw:{name}", provider = @ProviderContract(name = "acme"))
  @Sensitive
  CompletionStage<Figure> draw(String name, @PerAttempt String token, @FreeText @Sensitive String note) {
    return null;
  }
}
