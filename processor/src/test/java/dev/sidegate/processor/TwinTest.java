package dev.sidegate.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.payload.CanonicalForm;
import dev.sidegate.engine.payload.Tree;
import dev.sidegate.engine.payload.type.ReflectiveTrees;
import dev.sidegate.engine.payload.type.TreeType;
import dev.sidegate.engine.secret.HmacSecret;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine's reflective twin makes the trees that generated code makes: the same bytes, and so
 * the same hash, whichever of the two saw the call.
 */
@NullUnmarked // called by reflection, with nulls on purpose
class TwinTest {
  private static final CanonicalForm CANONICAL = CanonicalForm.with(HmacSecret.of(new byte[32]));

  @TempDir static Path directory;
  private static Descriptor descriptor;
  private static Class<?> tools;

  private final ReflectiveTrees twin = new ReflectiveTrees();

  @BeforeAll
  static void compile() throws ReflectiveOperationException {
    Build.Result result =
        Build.withJavac(directory)
            .option("-parameters")
            .compile(Sources.none().withResource("/shop/Tools.java"));
    assertThat(result.success()).as(result.everythingSaid()).isTrue();
    ClassLoader loader = Descriptor.loader(result);
    descriptor = Descriptor.of(loader, "shop.Sidegate_Tools");
    tools = loader.loadClass("shop.Tools");
  }

  @Test
  void ordersHaveTheSameBytes() {
    same(0, Map.of("0", order()), 0);
  }

  @Test
  void everyScalarAndEveryTimeHasTheSameBytes() {
    same(1, Map.of("0", scalars(), "1", times()), 0, 1);
  }

  @Test
  void containersBeansAndSealedTypesHaveTheSameBytes() {
    Map<String, Object> circle = Map.of("radius", 1.5);
    Map<String, Object> bean = Map.of("id", "b", "active", true, "tags", List.of("t"), "count", 3L);
    List<Object> figures =
        Arrays.asList(
            Map.entry("is:Tools.Ellipse", Map.of("a", 1.0, "b", 2.0)),
            Map.entry("is:Tools.Dot", "LARGE"),
            null);
    same(
        2,
        Map.of("0", holders(), "1", bean, "2", Map.entry("is:Tools.Circle", circle), "3", figures),
        0,
        1,
        2,
        3);
  }

  @Test
  void whatIsAbsentIsAbsentForBoth() {
    Map<String, Object> order = new LinkedHashMap<>(order());
    order.remove("coupon");
    order.remove("lines");
    same(0, Map.of("0", order), 0);
  }

  @Test
  void schemasHaveTheSameFingerprint() {
    Map<String, Object>[] methods = descriptor.methods();

    assertThat(twin.of(method("hold").getGenericReturnType()).fingerprint())
        .isEqualTo(methods[2].get("resultSchema"));
    assertThat(twin.of(method("refund").getGenericReturnType()).fingerprint())
        .isEqualTo(methods[0].get("resultSchema"));
  }

  /** Generated code builds the arguments from the tree; then both make trees of them again. */
  @SuppressWarnings("unchecked")
  private void same(int number, Map<String, Object> sample, int... positions) {
    Object[] arguments = descriptor.arguments(number, sample);
    Map<String, Object> generated = (Map<String, Object>) descriptor.payload(number, arguments);
    Type[] types =
        method((String) descriptor.methods()[number].get("method")).getGenericParameterTypes();
    for (int position : positions) {
      TreeType type = twin.of(types[position]);
      assertThat(bytes(type.tree(arguments[position])))
          .as("argument %s", position)
          .isEqualTo(bytes(generated.get(String.valueOf(position))));
      assertThat(bytes(type.tree(type.value(generated.get(String.valueOf(position))))))
          .as("argument %s, rebuilt by the twin", position)
          .isEqualTo(bytes(generated.get(String.valueOf(position))));
    }
  }

  private static String bytes(Object raw) {
    return new String(CANONICAL.bytes(Tree.of(raw)), StandardCharsets.UTF_8);
  }

  private static Method method(String name) {
    return Arrays.stream(tools.getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, Object> order() {
    return Map.of(
        "id", Map.of("value", "o-1"),
        "revision", 7L,
        "customer", Map.of("id", "c-1", "iban", Map.entry("sensitive", "DE02")),
        "lines", List.of(line("a", 1), line("b", 2)),
        "when", Map.of("NORMAL", Instant.EPOCH),
        "coupon", Map.of("code", "XMAS"));
  }

  private static Map<String, Object> line(String sku, long count) {
    return Map.of("sku", sku, "count", count, "price", new BigDecimal("9.90"));
  }

  private static Map<String, Object> scalars() {
    Map<String, Object> scalars = new LinkedHashMap<>();
    scalars.put("truth", true);
    scalars.put("boxedTruth", false);
    for (String integer : List.of("b", "boxedByte", "s", "boxedShort", "i", "boxedInt")) {
      scalars.put(integer, -7L);
    }
    scalars.put("l", Long.MIN_VALUE);
    scalars.put("boxedLong", 1L << 60);
    for (String real : List.of("f", "boxedFloat", "d", "boxedDouble")) {
      scalars.put(real, 0.5);
    }
    scalars.put("c", "ä");
    scalars.put("boxedChar", "!");
    scalars.put("text", "#text");
    scalars.put("big", new BigInteger("123456789012345678901"));
    scalars.put("decimal", new BigDecimal("1.10"));
    scalars.put("kind", "EXPRESS");
    scalars.put("uuid", "00000000-0000-0000-0000-00000000002a");
    return scalars;
  }

  private static Map<String, Object> times() {
    Map<String, Object> times = new LinkedHashMap<>();
    times.put("instant", Instant.EPOCH);
    times.put("offset", OffsetDateTime.parse("2026-11-30T12:00:00+02:00"));
    times.put("zoned", ZonedDateTime.parse("2026-11-30T12:00:00+01:00[Europe/Berlin]"));
    times.put("date", "2026-11-30");
    times.put("time", "12:00:01");
    times.put("dateTime", "2026-11-30T12:00");
    times.put("year", "2026");
    times.put("month", "2026-11");
    times.put("duration", "PT1.5S");
    times.put("period", "P3D");
    times.put("zone", "Europe/Berlin");
    times.put("currency", "EUR");
    times.put("locale", "de-AT");
    times.put("uri", "https://example.org/a?b=c");
    return times;
  }

  private static Map<String, Object> holders() {
    Map<String, Object> holders = new LinkedHashMap<>();
    holders.put("boxes", List.of(Map.of("content", line("x", 1), "more", List.of(line("y", 2)))));
    holders.put("nested", Map.of("content", Map.of("content", "in", "more", List.of("m"))));
    holders.put("refs", Set.of("00000000-0000-0000-0000-00000000002a"));
    holders.put("either", List.of("a", "b"));
    holders.put("sorted", Map.of("1", List.of("EXPRESS"), "2", List.of()));
    holders.put("deep", Map.of("00000000-0000-0000-0000-00000000002a", Map.of("n", 1L)));
    holders.put("maybe", List.of(line("z", 3)));
    holders.put("maybeInt", 1L);
    holders.put("maybeDouble", 0.25);
    holders.put("bytes", new byte[] {1, 2});
    holders.put("ints", List.of(3L, 4L));
    holders.put("lines", List.of(line("w", 4)));
    holders.put("grid", List.of(Arrays.asList("a", null), List.of()));
    holders.put("json", Map.entry("open", Map.of("a", 1L, "b", List.of("x", true))));
    holders.put("list", Map.entry("open", List.of(1L, "two")));
    holders.put("open", Map.of("EXPRESS", Map.entry("open", true)));
    return holders;
  }
}
