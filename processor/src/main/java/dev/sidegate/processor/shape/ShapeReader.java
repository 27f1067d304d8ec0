package dev.sidegate.processor.shape;

import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.source.Classes;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.TypeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Reads one value's type into its shape. Remembers on the way what the caller asks afterwards:
 * whether something in it belongs to one attempt, is sensitive, or cannot be built again.
 */
public final class ShapeReader {
  private static final Set<Scalar> KEYS =
      Set.of(
          Scalar.BYTE,
          Scalar.SHORT,
          Scalar.INT,
          Scalar.LONG,
          Scalar.BIG_INTEGER,
          Scalar.CHAR,
          Scalar.STRING,
          Scalar.UUID);

  final Language language;
  final Classes classes;
  final String fromPackage;
  private final KnownShapes known;
  private final Trail trail;
  private final ObjectReader objects;
  private boolean perAttempt;
  private boolean sensitive;
  private @Nullable Refusal notRebuilt;

  /**
   * For one value.
   *
   * @param known what was read for other values
   * @param fromPackage where the generated code lives
   * @param name what the value is called in messages
   */
  public ShapeReader(
      Language language, Classes classes, KnownShapes known, String fromPackage, String name) {
    this.language = language;
    this.classes = classes;
    this.known = known;
    this.fromPackage = fromPackage;
    this.trail = new Trail(name);
    this.objects = new ObjectReader(this, trail);
  }

  /**
   * The value's shape.
   *
   * @throws Refusal if values of the type cannot be told apart
   */
  public Shape read(TypeMirror declared) throws Refusal {
    TypeMirror type = language.bound(declared);
    if (type.getKind().isPrimitive()) {
      return new Shape.One(primitive(type), true);
    }
    if (type.getKind() == TypeKind.ARRAY) {
      return array((ArrayType) type);
    }
    DeclaredType known = (DeclaredType) type;
    Optional<Shape> ofJdk = ofJdk(known, Language.element(known).getQualifiedName().toString());
    return ofJdk.isPresent() ? ofJdk.get() : ofApplication(known);
  }

  /** Whether something in the value is left out because it belongs to one attempt. */
  public boolean isPerAttempt() {
    return perAttempt;
  }

  /** Whether something in the value is sensitive. */
  public boolean isSensitive() {
    return sensitive;
  }

  /** Why the value cannot be built from its tree. */
  public Optional<Refusal> notRebuilt() {
    return Optional.ofNullable(notRebuilt);
  }

  void markPerAttempt() {
    perAttempt = true;
  }

  void markSensitive() {
    sensitive = true;
  }

  void markNotRebuilt(Refusal why) {
    if (notRebuilt == null) {
      notRebuilt = why;
    }
  }

  private static Scalar primitive(TypeMirror type) {
    return Scalar.valueOf(type.getKind().name());
  }

  private Shape array(ArrayType type) throws Refusal {
    TypeMirror component = language.bound(type.getComponentType());
    if (component.getKind() == TypeKind.BYTE) {
      return new Shape.Bytes();
    }
    demandReachable(component);
    trail.enter("[]");
    Shape element = read(component);
    trail.leave();
    return new Shape.Array(TypeText.qualified(language.types().erasure(component)), element);
  }

  private Optional<Shape> ofJdk(DeclaredType type, String name) throws Refusal {
    Optional<Scalar> scalar = Scalar.of(name);
    if (scalar.isPresent()) {
      return Optional.of(new Shape.One(scalar.get(), false));
    }
    Optional<Scalar> number = optionalNumber(name);
    if (number.isPresent()) {
      return Optional.of(new Shape.MaybeNumber(number.get()));
    }
    if (Language.is(type, Optional.class)) {
      return Optional.of(new Shape.Maybe(read(argument(type, 0, "Optional<String>"))));
    }
    Containers.Kind collection = Containers.collection(name);
    if (collection != null) {
      return Optional.of(many(type, collection));
    }
    String map = Containers.map(name);
    return map == null ? Optional.empty() : Optional.of(entries(type, map));
  }

  private static Optional<Scalar> optionalNumber(String name) {
    return switch (name) {
      case "java.util.OptionalInt" -> Optional.of(Scalar.INT);
      case "java.util.OptionalLong" -> Optional.of(Scalar.LONG);
      case "java.util.OptionalDouble" -> Optional.of(Scalar.DOUBLE);
      default -> Optional.empty();
    };
  }

  private Shape many(DeclaredType type, Containers.Kind kind) throws Refusal {
    TypeMirror element = argument(type, 0, "List<String>, or List<Object> for JSON");
    if (kind.order() == Shape.Many.Order.LIST && Language.is(element, Object.class)) {
      return Language.is(type, List.class)
          ? new Shape.Open(Shape.Open.Kind.LIST, "list<open>")
          : new Shape.Many(kind.order(), kind.built(), anything());
    }
    trail.enter("[]");
    Shape shape = read(element);
    trail.leave();
    return new Shape.Many(kind.order(), kind.built(), shape);
  }

  private Shape entries(DeclaredType type, String built) throws Refusal {
    TypeMirror key = argument(type, 0, "Map<String, String>, or Map<String, Object> for JSON");
    TypeMirror value = argument(type, 1, "Map<String, String>, or Map<String, Object> for JSON");
    trail.enter("{key}");
    Shape keyShape = read(key);
    boolean fits =
        keyShape instanceof Shape.Constant
            || (keyShape instanceof Shape.One one && KEYS.contains(one.scalar()));
    if (!fits) {
      throw open(
          key,
          "a map's key must be text, an integer, an enum or a UUID",
          "use such a key, or a list of records");
    }
    trail.leave();
    if (Language.is(value, Object.class)) {
      boolean json = Language.is(type, java.util.Map.class) && Language.is(key, String.class);
      return json
          ? new Shape.Open(Shape.Open.Kind.MAP, "map<open>")
          : new Shape.Entries(built, keyShape, anything());
    }
    trail.enter("{}");
    Shape valueShape = read(value);
    trail.leave();
    return new Shape.Entries(built, keyShape, valueShape);
  }

  private static Shape anything() {
    return new Shape.Open(Shape.Open.Kind.ANYTHING, "open");
  }

  private TypeMirror argument(DeclaredType type, int index, String example) throws Refusal {
    if (type.getTypeArguments().isEmpty()) {
      throw open(type, "it does not say of what", "declare " + example);
    }
    return language.bound(type.getTypeArguments().get(index));
  }

  private Shape ofApplication(DeclaredType type) throws Refusal {
    TypeElement element = Language.element(type);
    if (!type.getTypeArguments().isEmpty()) {
      return ofApplication(type, element);
    }
    KnownShapes.Known already = known.get(element);
    if (already == null) {
      already = readAlone(type, element);
    }
    perAttempt |= already.perAttempt();
    sensitive |= already.sensitive();
    return already.shape();
  }

  /** Reads a type, and what is remembered of it apart from the rest. */
  private KnownShapes.Known readAlone(DeclaredType type, TypeElement element) throws Refusal {
    boolean perAttemptBefore = perAttempt;
    boolean sensitiveBefore = sensitive;
    perAttempt = false;
    sensitive = false;
    Shape shape = ofApplication(type, element);
    KnownShapes.Known read = new KnownShapes.Known(shape, perAttempt, sensitive);
    if (notRebuilt == null) {
      known.put(element, read);
    }
    perAttempt = perAttemptBefore;
    sensitive = sensitiveBefore;
    return read;
  }

  private Shape ofApplication(DeclaredType type, TypeElement element) throws Refusal {
    String name = element.getQualifiedName().toString();
    Optional<TypeAdvice> advice = TypeAdvice.on(name);
    if (advice.isPresent()) {
      throw open(type, advice.get().reason(), advice.get().remedy());
    }
    if (name.startsWith("java.") || name.startsWith("javax.")) {
      boolean container = Language.isSubtype(type, Set.of("java.lang.Iterable", "java.util.Map"));
      throw open(
          type,
          "it has no form that could be stored and built again",
          container
              ? "declare List, Set, Collection or Map"
              : "declare a record of the values that are meant");
    }
    demandReachable(type);
    if (element.getKind() == ElementKind.ENUM) {
      return new Shape.Constant(name);
    }
    if (element.getModifiers().contains(Modifier.SEALED)) {
      return sealed(type, element);
    }
    return objects.read(type);
  }

  private Shape sealed(DeclaredType type, TypeElement element) throws Refusal {
    List<Shape.Case> cases = new ArrayList<>();
    String identity = TypeText.qualified(type);
    trail.begin(type, identity);
    for (DeclaredType leaf : new SealedTypes(this).leaves(type)) {
      TypeElement leafElement = Language.element(leaf);
      String name = leafElement.getQualifiedName().toString();
      demandReachable(leaf);
      Shape shape =
          leafElement.getKind() == ElementKind.ENUM ? new Shape.Constant(name) : objects.read(leaf);
      cases.add(new Shape.Case(tag(leafElement), name, shape));
    }
    trail.end();
    return new Shape.OneOf(identity, element.getQualifiedName().toString(), cases);
  }

  private String tag(TypeElement leaf) {
    String inPackage = language.packageOf(leaf);
    String name = leaf.getQualifiedName().toString();
    return inPackage.isEmpty() ? name : name.substring(inPackage.length() + 1);
  }

  private void demandReachable(TypeMirror type) throws Refusal {
    if (type.getKind() == TypeKind.DECLARED
        && !language.isTypeReachable(Language.element((DeclaredType) type), fromPackage)) {
      throw new Refusal(Message.TYPE_INACCESSIBLE, trail.of(type), packageName());
    }
  }

  String packageName() {
    return fromPackage.isEmpty() ? "(unnamed)" : fromPackage;
  }

  /** The refusal of a type that could be anything. */
  Refusal open(TypeMirror type, String reason, String remedy) {
    return new Refusal(Message.TYPE_OPEN, trail.of(type), reason, remedy);
  }
}
