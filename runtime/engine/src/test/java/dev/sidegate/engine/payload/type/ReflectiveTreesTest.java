package dev.sidegate.engine.payload.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.TypeRef;
import dev.sidegate.engine.payload.StoredForm;
import dev.sidegate.engine.payload.Tree;
import dev.sidegate.engine.payload.TreeRefusedException;
import dev.sidegate.engine.payload.type.Shop.Circle;
import dev.sidegate.engine.payload.type.Shop.Colour;
import dev.sidegate.engine.payload.type.Shop.Colourful;
import dev.sidegate.engine.payload.type.Shop.Customer;
import dev.sidegate.engine.payload.type.Shop.Drawing;
import dev.sidegate.engine.payload.type.Shop.Gift;
import dev.sidegate.engine.payload.type.Shop.Item;
import dev.sidegate.engine.payload.type.Shop.Money;
import dev.sidegate.engine.payload.type.Shop.Order;
import dev.sidegate.engine.payload.type.Shop.Page;
import dev.sidegate.engine.payload.type.Shop.Square;
import dev.sidegate.key.KeyTemplate;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReflectiveTreesTest {
  private static final ReflectiveTrees TREES = new ReflectiveTrees();
  private static final UUID ID = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");

  private static Order order() {
    Item tea = new Item("tea", 2, null);
    return new Order(
        "o-1",
        new Page<>(List.of(tea), Map.of(ID, tea)),
        Set.of(Colour.BLUE),
        Optional.of(Instant.EPOCH),
        new long[] {1, 2},
        Map.of("a", 1, "b", List.of(true)),
        "Dear …",
        "4111");
  }

  @Test
  void aRecordIsAMapOfItsComponentsWithoutNulls() {
    assertThat(text(Order.class, order()))
        .isEqualTo(
            "{\"id\":\"o-1\",\"page\":{\"items\":[{\"name\":\"tea\",\"count\":2}],"
                + "\"byId\":{\"123e4567-e89b-12d3-a456-426614174000\":{\"name\":\"tea\",\"count\":2}}},"
                + "\"colours\":{\"#set\":[\"BLUE\"]},\"due\":\"#t1970-01-01T00:00:00Z\","
                + "\"counts\":[1,2],\"extra\":"
                + text(Map.class, Map.of("a", 1, "b", List.of(true)))
                + ",\"note\":{\"#free-text\":\"Dear …\"},"
                + "\"card\":{\"#free-text\":{\"#sensitive\":\"4111\"}}}");
  }

  @Test
  void whatWasARecordIsARecordAgain() {
    Order back = (Order) roundTrip(Order.class, order());

    assertThat(back).usingRecursiveComparison().isEqualTo(order());
    assertThat(roundTrip(new TypeRef<Page<Item>>() {}.type(), order().page()))
        .isEqualTo(order().page());
  }

  @Test
  void theDescriptionSaysTheFormAndNotTheTypes() {
    assertThat(TREES.of(Order.class).description())
        .isEqualTo(
            "{card:free-text~sensitive~string,colours:set<string>,counts:list<integer>,due:time,"
                + "extra:map<open>,id:string,note:free-text~string,"
                + "page:{byId:map<{count:integer,name:string,price:decimal}>,"
                + "items:list<{count:integer,name:string,price:decimal}>}}");
    assertThat(TREES.of(Drawing.class).description())
        .isEqualTo(
            "{shapes:list<<Shop.Circle:{r:decimal}|Shop.Colourful:{colour:string}"
                + "|Shop.Square:{a:decimal}>>}");
    assertThat(TREES.of(String.class).fingerprint()).isEqualTo("473287f8298dba71");
  }

  @Test
  void aSubtypeOfASealedTypeHasItsTag() {
    Drawing drawing =
        new Drawing(
            List.of(
                new Circle(BigDecimal.ONE), new Square(BigDecimal.TEN), new Colourful(Colour.RED)));

    assertThat(text(Drawing.class, drawing))
        .isEqualTo(
            "{\"shapes\":[{\"#is:Shop.Circle\":{\"r\":\"#d1\"}},{\"#is:Shop.Square\":{\"a\":\"#d10\"}},"
                + "{\"#is:Shop.Colourful\":{\"colour\":\"RED\"}}]}");
    assertThat(roundTrip(Drawing.class, drawing)).isEqualTo(drawing);
    assertThatThrownBy(
            () -> TREES.of(Shop.Shape.class).value(Map.entry("is:Shop.Triangle", Map.of())))
        .hasMessage("this release has no subtype Shop.Triangle");
  }

  @Test
  void aBeanIsItsStateAndNotWhatIsDerivedFromIt() {
    Customer customer = new Customer();
    customer.setId(7L);
    customer.setName("Ann");
    customer.setActive(true);
    customer.setSecret("s");

    assertThat(TREES.of(Customer.class).tree(customer))
        .isEqualTo(
            Map.of("id", 7L, "name", "Ann", "active", true, "secret", Map.entry("sensitive", "s")));
    assertThat(TREES.of(Customer.class).description())
        .isEqualTo("{active:boolean,id:integer,name:string,secret:sensitive~string}");
    assertThat(roundTrip(Customer.class, customer)).usingRecursiveComparison().isEqualTo(customer);
  }

  @Test
  void aBeanIsBuiltByItsConstructorByName() {
    Money money = (Money) roundTrip(Money.class, new Money(5, "EUR"));

    assertThat(money).usingRecursiveComparison().isEqualTo(new Money(5, "EUR"));
  }

  @Test
  void aSubclassWhoseStateNobodyKnowsIsRefused() {
    assertThatThrownBy(() -> TREES.of(Money.class).tree(new Gift(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a subclass may hold state");
  }

  @Test
  void whatBelongsToOneAttemptIsLeftOut() {
    assertThat(TREES.of(Shop.Tried.class).description()).isEqualTo("{id:string}");
    assertThat(TREES.of(Shop.Tried.class).tree(new Shop.Tried("a", "t1")))
        .isEqualTo(TREES.of(Shop.Tried.class).tree(new Shop.Tried("a", "t2")));
  }

  @Test
  void aFieldThatALaterReleaseAddsChangesNothingWhileItIsNull() {
    record Before(String id) {}
    record After(String id, @Nullable Item gift) {}

    assertThat(text(After.class, new After("o", null)))
        .isEqualTo(text(Before.class, new Before("o")));
    assertThat(TREES.of(After.class).fingerprint())
        .isNotEqualTo(TREES.of(Before.class).fingerprint());
  }

  @Test
  void scalarsCollectionsAndMapsComeBackAsTheyWere() {
    assertThat(roundTrip(int.class, 5)).isEqualTo(5);
    assertThat(roundTrip(Character.class, 'x')).isEqualTo('x');
    assertThat(roundTrip(float.class, 1.5f)).isEqualTo(1.5f);
    assertThat(roundTrip(byte[].class, new byte[] {1})).isEqualTo(new byte[] {1});
    assertThat(roundTrip(Duration.class, Duration.ofMinutes(3))).isEqualTo(Duration.ofMinutes(3));
    assertThat(roundTrip(Locale.class, Locale.GERMANY)).isEqualTo(Locale.GERMANY);
    assertThat(roundTrip(OptionalInt.class, OptionalInt.of(3))).isEqualTo(OptionalInt.of(3));
    assertThat(roundTrip(OptionalInt.class, OptionalInt.empty())).isEqualTo(OptionalInt.empty());
    OffsetDateTime offset = OffsetDateTime.parse("2026-11-30T15:00:00+01:00");
    assertThat(roundTrip(OffsetDateTime.class, offset)).isEqualTo(offset);
    assertThat(
            roundTrip(
                new TypeRef<Optional<List<Colour>>>() {}.type(), Optional.of(List.of(Colour.BLUE))))
        .isEqualTo(Optional.of(List.of(Colour.BLUE)));
    assertThat(roundTrip(new TypeRef<Collection<String>>() {}.type(), Set.of("a")))
        .isEqualTo(Set.of("a"));
    assertThat(roundTrip(new TypeRef<Collection<String>>() {}.type(), List.of("a")))
        .isEqualTo(List.of("a"));
    assertThat(
            roundTrip(
                new TypeRef<SortedMap<Integer, Item[]>>() {}.type(),
                new TreeMap<>(Map.of(2, new Item[0]))))
        .isInstanceOfSatisfying(
            TreeMap.class, map -> assertThat(map.get(2)).isEqualTo(new Item[0]));
  }

  @Test
  void aResultThatIsVoidIsNothing() {
    assertThat(TREES.of(Void.class).tree(null)).isNull();
    assertThat(TREES.of(void.class).description()).isEqualTo("void");
  }

  @Test
  void whatCannotBeStoredIsRefusedWithItsPath() {
    refused(Shop.Unstorable.class, "Shop.Unstorable.task: java.lang.Runnable has no form");
    refused(Shop.WithUrl.class, "Shop.WithUrl.inner.in: java.io.InputStream has no form");
    refused(Shop.Node.class, "Shop.Node.next: Shop.Node contains itself");
    refused(Shop.Hidden.class, "nothing reads its field secret");
    refused(List.class, "List: List does not say of what");
    refused(new TypeRef<Map<Item, String>>() {}.type(), "a map's key must be text");
    refused(new Object() {}.getClass(), "belongs to an object or a method");
    refused(java.util.concurrent.CompletableFuture.class, "has no form");
  }

  @Test
  void whatCannotBeBuiltAgainIsStoredAllTheSame() {
    Shop.Receipt receipt = new Shop.Receipt("re_", 1);

    assertThat(TREES.of(Shop.Receipt.class).tree(receipt)).isEqualTo(Map.of("id", "re_1"));
    assertThatThrownBy(() -> TREES.of(Shop.Receipt.class).value(Map.of("id", "re_1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be built from its properties");
  }

  @Test
  void aValueThatNobodyDeclaredIsReadByItsClassAndContainersAreJson() {
    assertThat(TREES.ofValue(new Item("tea", 1, null)).description()).startsWith("{count:integer");
    assertThat(TREES.ofValue(Colour.BLUE).tree(Colour.BLUE)).isEqualTo("BLUE");
    assertThat(TREES.ofValue(null).tree(null)).isNull();
    Map<String, Object> json = new HashMap<>(Map.of("n", 1));
    assertThat(Tree.of(TREES.ofValue(json).tree(json)).root()).isEqualTo(Map.of("n", 1L));
    Map<String, Object> records = Map.of("item", new Item("tea", 1, null));
    assertThatThrownBy(() -> Tree.of(TREES.ofValue(records).tree(records)))
        .isInstanceOf(TreeRefusedException.class)
        .hasMessageStartingWith(
            "$.item: a dev.sidegate.engine.payload.type.Shop$Item is no JSON value");
  }

  @Test
  void aHoleTakesTheOneValueOfAKeyTypeOrATreeWhereItIsHashed() {
    KeyTemplate template = KeyTemplate.parsePositional("k:{}:{|sha256}");

    assertThat(TREES.hole(template.holes().get(0), new Shop.OrderId("o-1"))).isEqualTo("o-1");
    assertThat(TREES.hole(template.holes().get(0), "plain")).isEqualTo("plain");
    assertThat(TREES.hole(template.holes().get(1), new Shop.OrderId("o-1")))
        .isEqualTo(Map.of("value", "o-1"));
  }

  private static void refused(Type type, String message) {
    assertThatThrownBy(() -> TREES.of(type))
        .isInstanceOf(TypeRefusedException.class)
        .hasMessageContaining(message);
  }

  private static String text(Type type, Object value) {
    TreeType trees = type == Map.class ? TREES.ofValue(value) : TREES.of(type);
    return new String(StoredForm.write(Tree.of(trees.tree(value))), StandardCharsets.UTF_8);
  }

  private static @Nullable Object roundTrip(Type type, Object value) {
    TreeType trees = TREES.of(type);
    return trees.value(StoredForm.read(StoredForm.write(Tree.of(trees.tree(value)))).root());
  }
}
