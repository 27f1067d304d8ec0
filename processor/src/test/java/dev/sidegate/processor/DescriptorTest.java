package dev.sidegate.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
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
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The descriptor of a class with every kind of value, compiled and called. */
@NullUnmarked // called by reflection, with nulls on purpose
class DescriptorTest {
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
  private static final UUID REF = UUID.fromString("00000000-0000-0000-0000-00000000002a");

  @TempDir static Path directory;
  private static Descriptor descriptor;
  private static ClassLoader loader;

  @BeforeAll
  static void compile() {
    Build.Result result =
        Build.withJavac(directory)
            .option("-Xlint:all", "-Werror")
            .compile(Sources.none().withResource("/shop/Tools.java"));
    assertThat(result.success()).as(result.everythingSaid()).isTrue();
    loader = Descriptor.loader(result);
    descriptor = Descriptor.of(loader, "shop.Sidegate_Tools");
  }

  @Test
  void metadataSaysWhatTheAnnotationsSay() {
    Map<String, Object> refund = descriptor.methods()[0];

    assertThat(refund)
        .containsEntry("method", "refund")
        .containsEntry("effect", "refund")
        .containsEntry("owner", "shop.Tools#refund")
        .containsEntry(
            "descriptor",
            "(Lshop/Tools$Order;Ljava/lang/String;Ljava/math/BigDecimal;)Ljava/lang/String;")
        .containsEntry("scope", "{order.customer.id}")
        .containsEntry("order", "lane-{order.customer.id}")
        .containsEntry("parameters", List.of("order", "body", "amount"))
        .containsEntry("returns", "value")
        .containsEntry("resultStored", true)
        .containsEntry("perAttempt", false)
        .containsEntry("sensitive", true)
        .containsEntry("keyed", true)
        .containsEntry("keyTtl", "24h")
        .containsEntry("keyFormat", "HEX32")
        .containsEntry("header", "Idempotency-Key")
        .containsEntry("notApplied", List.of("429", "4xx"))
        .containsEntry("execution", "INLINE")
        .containsEntry(
            "approval",
            Map.of("role", "finance", "mode", "BEFORE_ACT", "unless", "", "expiresIn", "2h"))
        .containsEntry(
            "reconciles",
            Map.of(
                "method",
                "find",
                "descriptor",
                "(Ldev/sidegate/EffectQuery;Ljava/math/BigDecimal;Lshop/Tools$Order;)"
                    + "Ldev/sidegate/Reconciliation;",
                "version",
                2,
                "settleDelay",
                "30s",
                "takes",
                List.of(-1, 2, 0)));
    assertThat((String) refund.get("key")).startsWith("refund:{order.id}:r{order.revision}:");
    assertThat((String) refund.get("schema")).matches("[0-9a-f]{16}");
    assertThat(descriptor.methods()[2]).doesNotContainKeys("approval", "reconciles");
    assertThat(descriptor.methods()[3])
        .containsEntry("returns", "stage")
        .containsEntry("perAttempt", true)
        .containsEntry("sensitive", true);
  }

  @Test
  void holesAreTheRawValuesInOrder() throws Exception {
    Object order = order("o-1", List.of(line("sku", 2)), Optional.of(make("Coupon", "XMAS")));

    Object[] holes = descriptor.holes(0, 0, order, "words", new BigDecimal("12.50"));

    assertThat(holes[0]).isEqualTo("o-1");
    assertThat(holes[1]).isEqualTo(7L);
    assertThat(holes[2]).isEqualTo("XMAS");
    assertThat(holes[3]).isEqualTo(Map.entry("sensitive", "DE02"));
    assertThat(holes[4])
        .isEqualTo(List.of(Map.of("sku", "sku", "count", 2L, "price", new BigDecimal("9.90"))));
    assertThat(holes[5]).isEqualTo(new BigDecimal("12.50"));
    assertThat(holes[6]).as("the engine knows the tenant").isNull();
    assertThat(descriptor.holes(0, 1, order, "", null)).containsExactly("c-1");
    assertThat(descriptor.holes(0, 2, order, "", null)).containsExactly("c-1");
    assertThat(descriptor.holes(1, 1, null, null)).isEmpty();
  }

  @Test
  void aPathThatEndsEarlyIsNull() throws Exception {
    assertThat(descriptor.holes(0, 0, null, "", null)).containsOnlyNulls();
    assertThat(descriptor.holes(0, 0, order("o", null, Optional.empty()), "", null)[2]).isNull();
    assertThat(descriptor.holes(0, 0, order("o", null, null), "", null)[2]).isNull();
  }

  @Test
  void thePayloadIsAMapByPosition() throws Exception {
    Object order = order("o-1", List.of(line("sku", 2)), Optional.empty());

    assertThat(descriptor.payload(0, order, "words", null))
        .isEqualTo(
            Map.of(
                "0",
                Map.of(
                    "id", Map.of("value", "o-1"),
                    "revision", 7L,
                    "customer", Map.of("id", "c-1", "iban", Map.entry("sensitive", "DE02")),
                    "lines",
                        List.of(Map.of("sku", "sku", "count", 2L, "price", new BigDecimal("9.90"))),
                    "when", Map.of("EXPRESS", NOON)),
                "1",
                Map.entry("free-text", "words")));
  }

  @Test
  void valuesOfOneAttemptAreLeftOutAndNeverBuiltAgain() {
    assertThat(descriptor.payload(3, "n", "token", "secret"))
        .isEqualTo(Map.of("0", "n", "2", Map.entry("free-text", Map.entry("sensitive", "secret"))));
    assertThatThrownBy(() -> descriptor.arguments(3, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void argumentsComeBackAsTheyWere() throws Exception {
    Object order = order("o-1", List.of(line("sku", 2)), Optional.of(make("Coupon", "XMAS")));
    Object[] arguments = {order, "words", new BigDecimal("12.50")};

    assertThat(descriptor.arguments(0, descriptor.payload(0, arguments)))
        .containsExactly(arguments);
  }

  @Test
  void everyScalarComesBack() throws Exception {
    Object scalars =
        make(
            "Scalars",
            true,
            false,
            (byte) -1,
            (byte) 2,
            (short) -3,
            (short) 4,
            -5,
            6,
            Long.MIN_VALUE,
            8L,
            0.1f,
            1.5f,
            -0.0d,
            Double.NaN,
            'ä',
            '!',
            "text",
            new BigInteger("123456789012345678901"),
            new BigDecimal("1.10"),
            express(),
            REF);
    Object times = times();

    Object tree = descriptor.payload(1, scalars, times);

    assertThat(descriptor.arguments(1, tree)).containsExactly(scalars, times);
    assertThat(fields(fields(tree).get("0")).get("kind")).isEqualTo("EXPRESS");
    assertThat(fields(fields(tree).get("0")).get("f")).isEqualTo((double) 0.1f);
  }

  @Test
  void whatIsNullIsLeftOutAndComesBackAsNull() throws Exception {
    Object scalars =
        make(
            "Scalars", false, null, (byte) 0, null, (short) 0, null, 0, null, 0L, null, 0f, null,
            0d, null, 'c', null, null, null, null, null, null);

    Object tree = descriptor.payload(1, scalars, null);

    assertThat(fields(tree)).containsOnlyKeys("0");
    assertThat(fields(fields(tree).get("0")))
        .containsOnlyKeys("truth", "b", "s", "i", "l", "f", "d", "c");
    assertThat(descriptor.arguments(1, tree)).containsExactly(scalars, null);
  }

  @Test
  void containersComeBack() throws Exception {
    Object holders = holders();
    Object bean = bean();
    Object circle = make("Circle", 1.5);
    List<Object> figures =
        new ArrayList<>(Arrays.asList(make("Ellipse", 1.0, 2f), constant("Dot", 1), null, circle));

    Object tree = descriptor.payload(2, holders, bean, circle, figures);
    Object[] back = descriptor.arguments(2, tree);

    assertThat(descriptor.payload(2, back)).usingRecursiveComparison().isEqualTo(tree);
    assertThat(back[1]).usingRecursiveComparison().isEqualTo(bean);
    assertThat(back[2]).isEqualTo(circle);
    assertThat(back[3]).isEqualTo(figures);
    assertThat(back[0]).usingRecursiveComparison().isEqualTo(holders);
    assertThat(fields(tree).get("2"))
        .isEqualTo(Map.entry("is:Tools.Circle", Map.of("radius", 1.5)));
    assertThat(fields(fields(tree).get("1"))).containsOnlyKeys("id", "active", "tags", "count");
  }

  @Test
  void openValuesAreTaggedForTheEngineToCheck() throws Exception {
    Map<String, Object> tree =
        fields(fields(descriptor.payload(2, holders(), bean(), null, null)).get("0"));

    assertThat(tree.get("json")).isEqualTo(Map.entry("open", Map.of("a", 1, "b", List.of("x"))));
    assertThat(tree.get("list")).isEqualTo(Map.entry("open", List.of(1, "two")));
    assertThat(tree.get("open")).isEqualTo(Map.of("EXPRESS", Map.entry("open", true)));
  }

  @Test
  void aSubclassWithStateOfItsOwnIsRefused() throws Exception {
    Class<?> type = loader.loadClass("shop.Tools$Kind");
    assertThat(Array.getLength(type.getEnumConstants())).isEqualTo(2);
    Build.Result result =
        Build.withJavac(directory.resolve("sub"))
            .classPath(directory.resolve("classes"))
            .compile(
                Sources.none()
                    .with(
                        "package shop; public class Sub extends Tools.Bean { public Sub() { super(\"s\"); } }"
                            .replace("; ", ";\n")));
    assertThat(result.success()).as(result.everythingSaid()).isTrue();
    Object sub =
        new java.net.URLClassLoader(new java.net.URL[] {result.classes().toUri().toURL()}, loader)
            .loadClass("shop.Sub")
            .getConstructor()
            .newInstance();

    assertThatThrownBy(() -> descriptor.payload(2, null, sub, null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shop.Sub");
  }

  @Test
  void resultsComeBackInTheirWrapping() throws Exception {
    assertThat(descriptor.fromResult(0, descriptor.result(0, "re_1"))).isEqualTo("re_1");
    assertThat(descriptor.result(1, null)).isNull();
    Object holders = holders();
    assertThat(descriptor.fromResult(2, descriptor.result(2, Optional.of(holders))))
        .usingRecursiveComparison()
        .isEqualTo(Optional.of(holders));
    assertThat(descriptor.fromResult(2, descriptor.result(2, Optional.empty())))
        .isEqualTo(Optional.empty());
    Object circle = make("Circle", 2.0);
    assertThat(descriptor.result(3, circle))
        .isEqualTo(Map.entry("sensitive", Map.entry("is:Tools.Circle", Map.of("radius", 2.0))));
    assertThat(descriptor.fromResult(3, descriptor.result(3, circle))).isEqualTo(circle);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> fields(Object tree) {
    return (Map<String, Object>) tree;
  }

  private static Object order(String id, Object lines, Object coupon) throws Exception {
    return make(
        "Order",
        make("OrderId", id),
        7L,
        make("Customer", "c-1", "DE02", Optional.empty()),
        lines,
        new java.util.LinkedHashMap<>(Map.of(express(), NOON)),
        coupon);
  }

  private static Object line(String sku, int count) throws Exception {
    return make("Line", sku, count, new BigDecimal("9.90"));
  }

  private static Object express() throws Exception {
    return constant("Kind", 0);
  }

  private static Object times() throws Exception {
    OffsetDateTime offset = NOON.atOffset(ZoneOffset.ofHours(2));
    return make(
        "Times",
        NOON,
        offset,
        NOON.atZone(ZoneId.of("Europe/Berlin")),
        LocalDate.parse("2026-11-30"),
        LocalTime.parse("12:00:01"),
        LocalDateTime.parse("2026-11-30T12:00"),
        Year.of(2026),
        YearMonth.of(2026, 11),
        Duration.ofMillis(1500),
        Period.ofDays(3),
        ZoneId.of("Europe/Berlin"),
        Currency.getInstance("EUR"),
        Locale.forLanguageTag("de-AT"),
        URI.create("https://example.org/a?b=c"));
  }

  private static Object holders() throws Exception {
    Object[] lines = (Object[]) Array.newInstance(loader.loadClass("shop.Tools$Line"), 1);
    lines[0] = line("a", 1);
    return make(
        "Holders",
        List.of(make("Box", line("b", 2), List.of(line("c", 3)))),
        make("Box", make("Box", "in", List.of("more")), List.of()),
        Set.of(REF),
        new LinkedHashSet<>(List.of("x", "y")),
        new TreeMap<>(Map.of(1, List.of(express()), 2, List.of())),
        Map.of(REF, Map.of("n", 1L)),
        Optional.of(List.of(line("d", 4))),
        OptionalInt.of(1),
        OptionalLong.empty(),
        OptionalDouble.of(0.5),
        new byte[] {1, 2},
        new int[] {3, 4},
        lines,
        new String[][] {{"a", null}, {}},
        Map.of("a", 1, "b", List.of("x")),
        List.of(1, "two"),
        Map.of(express(), true));
  }

  private static Object bean() throws Exception {
    Class<?> type = loader.loadClass("shop.Tools$Bean");
    Object bean = type.getConstructor(String.class).newInstance("b-1");
    type.getMethod("setActive", boolean.class).invoke(bean, true);
    type.getMethod("setTags", List.class).invoke(bean, List.of("t"));
    type.getField("count").set(bean, 5);
    return bean;
  }

  private static Object constant(String type, int index) throws Exception {
    return loader.loadClass("shop.Tools$" + type).getEnumConstants()[index];
  }

  private static Object make(String type, Object... arguments) throws Exception {
    return loader
        .loadClass("shop.Tools$" + type)
        .getDeclaredConstructors()[0]
        .newInstance(arguments);
  }
}
