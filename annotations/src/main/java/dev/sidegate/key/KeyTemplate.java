package dev.sidegate.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A parsed key template.
 *
 * <pre>
 * refund:{order.id}:{refundNo}
 * → Literal("refund:"), Hole(order.id), Literal(":"), Hole(refundNo)
 * </pre>
 *
 * <p>Two different lists of values never give one key under the same template: a value is written
 * with the characters {@code A-Z a-z 0-9 . _ ~ - %} or as {@code !} where it is absent, and each
 * literal between two holes holds a character that is none of these.
 *
 * @param text the template as it was written
 * @param parts literals and holes in order, never two of a kind side by side
 */
public record KeyTemplate(String text, List<Part> parts) {

  /** What stands where no value is. */
  public static final String ABSENT = "!";

  /** Copies the list. */
  public KeyTemplate {
    parts = List.copyOf(parts);
  }

  /**
   * Parses a key, as in {@code "refund:{order.id}:{refundNo}"}: at least one hole names a
   * parameter.
   *
   * @throws KeyTemplateException for the first fault
   */
  public static KeyTemplate parse(String text) {
    KeyTemplate template = new KeyTemplateParser(text, KeyTemplateParser.Holes.NAMED).parse();
    template.demandValue();
    return template;
  }

  /**
   * Parses what stands beside a key, a scope or an order: the same grammar, but a constant is
   * allowed.
   *
   * @throws KeyTemplateException for the first fault
   */
  public static KeyTemplate parseQualifier(String text) {
    return new KeyTemplateParser(text, KeyTemplateParser.Holes.NAMED).parse();
  }

  /**
   * Parses a key whose holes take their values by position, as in {@code "refund:{}:{?|fold}"}.
   * Holes have no path.
   *
   * @throws KeyTemplateException for the first fault
   */
  public static KeyTemplate parsePositional(String text) {
    KeyTemplate template = new KeyTemplateParser(text, KeyTemplateParser.Holes.POSITIONAL).parse();
    template.demandValue();
    return template;
  }

  /** Whether a value stands for this character with itself; all others are percent-encoded. */
  public static boolean isValueCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "._~-".indexOf(c) >= 0;
  }

  /** The holes in order. */
  public List<Hole> holes() {
    List<Hole> holes = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Hole hole) {
        holes.add(hole);
      }
    }
    return holes;
  }

  /**
   * The effect that the key names by itself: its literal before the first {@code ':'}. Empty where
   * the key does not begin with one.
   */
  public Optional<String> effect() {
    if (!(parts.get(0) instanceof Literal literal)) {
      return Optional.empty();
    }
    int colon = literal.text().indexOf(':');
    return colon < 1 ? Optional.empty() : Optional.of(literal.text().substring(0, colon));
  }

  private void demandValue() {
    for (Hole hole : holes()) {
      if (!hole.isScope()) {
        return;
      }
    }
    throw new KeyTemplateException(
        KeyTemplateException.Fault.CONSTANT,
        text,
        0,
        "the key is the same for every call, so the effect would happen once for ever",
        "name the business value that makes one wish different from the next, as in \"refund:{order.id}\"");
  }

  /** A literal or a hole. */
  public sealed interface Part permits Literal, Hole {

    /** Where the part begins in the template, in characters from 0. */
    int offset();
  }

  /**
   * Text that stands in every key.
   *
   * @param offset where it begins
   * @param text printable ASCII without space and {@code { } % ! #}, not empty
   */
  public record Literal(int offset, String text) implements Part {}

  /**
   * A place for a value.
   *
   * @param offset where its brace opens
   * @param path a parameter and properties of it, or {@code scope} and one of its values; empty
   *     where holes go by position
   * @param optional whether the value may be absent
   * @param filter what is done with the value
   */
  public record Hole(int offset, List<Step> path, boolean optional, Filter filter) implements Part {

    /** Copies the list. */
    public Hole {
      path = List.copyOf(path);
    }

    /** Whether the value comes from the scope around the call, not from an argument. */
    public boolean isScope() {
      return !path.isEmpty() && path.get(0).name().equals(SCOPE);
    }

    /** Whether this is {@code {scope.tenant}}. */
    public boolean isTenant() {
      return isScope() && path.get(1).name().equals(TENANT);
    }

    /** Whether this is {@code {scope.trigger}}. */
    public boolean isTrigger() {
      return isScope() && path.get(1).name().equals(TRIGGER);
    }

    /** The path as it is written, such as {@code order.customer.id}. */
    public String pathText() {
      return String.join(".", path.stream().map(Step::name).toList());
    }

    static final String SCOPE = "scope";
    static final String TENANT = "tenant";
    static final String TRIGGER = "trigger";
  }

  /**
   * One name of a path.
   *
   * @param offset where the name begins in the template
   * @param name a Java identifier
   */
  public record Step(int offset, String name) {}

  /**
   * What is done with a value before it stands in the key.
   *
   * @param kind which filter
   * @param digits digits after the decimal point, 0 to 18, for {@link Kind#SCALE}; else 0
   */
  public record Filter(Kind kind, int digits) {

    /** The value as it is. */
    public static final Filter NONE = new Filter(Kind.NONE, 0);

    /** The filters. */
    public enum Kind {
      /** The value as it is. */
      NONE,
      /** Text in one form: NFKC, trimmed, one space, lower case, ASCII digits. */
      FOLD,
      /** A decimal with a fixed number of digits; never rounded. */
      SCALE,
      /** The SHA-256 of the value's canonical bytes. */
      SHA256,
      /** The same under a secret, for sensitive values. */
      HMAC
    }
  }
}
