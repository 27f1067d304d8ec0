package dev.sidegate.key;

import dev.sidegate.key.KeyTemplate.Filter;
import dev.sidegate.key.KeyTemplate.Hole;
import dev.sidegate.key.KeyTemplate.Literal;
import dev.sidegate.key.KeyTemplate.Part;
import dev.sidegate.key.KeyTemplate.Step;
import dev.sidegate.key.KeyTemplateException.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads one template from left to right and stops at its first fault. */
final class KeyTemplateParser {

  /** How holes name their values. */
  enum Holes {
    NAMED,
    POSITIONAL
  }

  private static final List<String> FILTERS = List.of("fold", "scale2", "sha256", "hmac");
  private static final List<String> SCOPE_VALUES = List.of(Hole.TENANT, Hole.TRIGGER);
  private static final int MAX_SCALE = 18;

  private final String text;
  private final Holes holes;
  private int at;

  KeyTemplateParser(String text, Holes holes) {
    this.text = text;
    this.holes = holes;
  }

  KeyTemplate parse() {
    if (text.isEmpty()) {
      throw fault(
          Fault.EMPTY,
          0,
          "nothing is written",
          "write the business values of one wish, as in \"refund:{order.id}\"");
    }
    List<Part> parts = new ArrayList<>();
    while (at < text.length()) {
      Part part = text.charAt(at) == '{' ? hole() : literal();
      demandSeparator(parts, part);
      parts.add(part);
    }
    return new KeyTemplate(text, parts);
  }

  /** The rule that makes keys injective; see {@link KeyTemplate}. */
  private void demandSeparator(List<Part> before, Part next) {
    if (!(next instanceof Hole) || before.isEmpty()) {
      return;
    }
    Part last = before.get(before.size() - 1);
    if (last instanceof Hole) {
      throw fault(
          Fault.SEPARATOR,
          next.offset(),
          "nothing stands between two holes, so \"1\" and \"23\" would give the key of \"12\" and \"3\"",
          "put a ':' between them");
    }
    if (last instanceof Literal literal && before.size() > 1 && !separates(literal.text())) {
      throw fault(
          Fault.SEPARATOR,
          literal.offset(),
          "\""
              + literal.text()
              + "\" may also stand inside a value, so two different lists of values could give one key",
          "put a character between the holes that no value can hold, such as ':' or '/'");
    }
  }

  private static boolean separates(String literal) {
    return literal.chars().anyMatch(c -> !KeyTemplate.isValueCharacter(c));
  }

  private Literal literal() {
    int start = at;
    while (at < text.length() && text.charAt(at) != '{') {
      demandLiteralCharacter();
      at++;
    }
    return new Literal(start, text.substring(start, at));
  }

  private void demandLiteralCharacter() {
    char c = text.charAt(at);
    if (c == '}') {
      throw fault(
          Fault.BRACE,
          at,
          "this brace closes a hole that was not opened",
          "delete it, or open the hole with '{'");
    }
    if (c == ' ') {
      throw fault(Fault.CHARACTER, at, "a literal holds no space", "write '-' or ':' instead");
    }
    if (c == '%' || c == '!' || c == '#') {
      throw fault(
          Fault.CHARACTER,
          at,
          "'" + c + "' has a meaning of its own in a key",
          "choose another character, such as ':' or '/'");
    }
    if (c < ' ' || c > '~') {
      throw fault(
          Fault.CHARACTER,
          at,
          String.format(Locale.ROOT, "U+%04X is not printable ASCII", text.codePointAt(at)),
          "write the literal in plain ASCII; values may hold any text");
    }
  }

  private Hole hole() {
    int open = at++;
    List<Step> path = holes == Holes.NAMED ? path() : List.of();
    boolean optional = take('?');
    Filter filter = take('|') ? filter() : Filter.NONE;
    demandClose(open);
    return new Hole(open, path, optional, filter);
  }

  private List<Step> path() {
    List<Step> path = new ArrayList<>();
    do {
      path.add(step());
    } while (take('.'));
    demandScopeValue(path);
    return path;
  }

  private Step step() {
    int start = at;
    if (at < text.length() && Character.isJavaIdentifierStart(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
      while (at < text.length() && Character.isJavaIdentifierPart(text.codePointAt(at))) {
        at += Character.charCount(text.codePointAt(at));
      }
      return new Step(start, text.substring(start, at));
    }
    if (at == text.length()) {
      throw unclosed(text.lastIndexOf('{'));
    }
    char c = text.charAt(at);
    if (c == '}' || c == '.' || c == '?' || c == '|') {
      throw fault(
          Fault.PATH,
          at,
          "a name is missing here",
          "name a parameter or a property of it, as in {order.id}");
    }
    throw misplaced(c);
  }

  private void demandScopeValue(List<Step> path) {
    Step first = path.get(0);
    if (!first.name().equals(Hole.SCOPE)) {
      return;
    }
    if (path.size() == 1) {
      throw fault(
          Fault.SCOPE,
          first.offset(),
          "scope is not a value",
          "write {scope.tenant} or {scope.trigger}; a parameter named scope needs another name to stand in a key");
    }
    Step value = path.get(1);
    if (!SCOPE_VALUES.contains(value.name())) {
      throw fault(
          Fault.SCOPE,
          value.offset(),
          "scope has no \"" + value.name() + "\"",
          NearestName.suggest(value.name(), SCOPE_VALUES));
    }
    if (path.size() > 2) {
      throw fault(
          Fault.SCOPE,
          path.get(2).offset(),
          "scope." + value.name() + " is text and has no properties",
          "write {scope." + value.name() + "}");
    }
  }

  private Filter filter() {
    int start = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    String name = text.substring(start, at);
    return switch (name) {
      case "fold" -> new Filter(Filter.Kind.FOLD, 0);
      case "sha256" -> new Filter(Filter.Kind.SHA256, 0);
      case "hmac" -> new Filter(Filter.Kind.HMAC, 0);
      default -> scale(start, name);
    };
  }

  private Filter scale(int start, String name) {
    if (!name.startsWith("scale")) {
      throw fault(
          Fault.FILTER,
          start,
          name.isEmpty() ? "a filter is missing here" : "there is no filter \"" + name + "\"",
          NearestName.suggest(name, FILTERS));
    }
    String digits = name.substring("scale".length());
    boolean number = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!number || digits.length() > 2 || Integer.parseInt(digits) > MAX_SCALE) {
      throw fault(
          Fault.FILTER,
          start,
          "scale needs a number of digits from 0 to " + MAX_SCALE,
          "write {amount|scale2} for two digits after the point");
    }
    return new Filter(Filter.Kind.SCALE, Integer.parseInt(digits));
  }

  private void demandClose(int open) {
    if (at == text.length()) {
      throw unclosed(open);
    }
    if (!take('}')) {
      throw misplaced(text.charAt(at));
    }
  }

  private KeyTemplateException unclosed(int open) {
    return fault(Fault.BRACE, open, "this hole is not closed", "close it with '}'");
  }

  private KeyTemplateException misplaced(char c) {
    return switch (c) {
      case '(' ->
          fault(
              Fault.CALL,
              at,
              "a hole is a path, not a call",
              "name the property: {order.id} reads id(), getId() or the public final field id");
      case '[' ->
          fault(
              Fault.PATH,
              at,
              "a hole does not index",
              "pass the element as a parameter of its own, or take the whole with |sha256");
      case '{' ->
          fault(Fault.BRACE, at, "a hole opens inside a hole", "close the first one with '}'");
      case '.' ->
          fault(
              Fault.PATH,
              at,
              "the path goes on after its '?'",
              "write the '?' at its end: {order.id?} is absent wherever the path ends early");
      case '|' -> fault(Fault.FILTER, at, "a hole has one filter", "keep one of them");
      case '?' ->
          fault(
              Fault.PATH,
              at,
              "the '?' stands twice or behind the filter",
              "write it once, before the filter: {name?|fold}");
      case ' ' -> fault(Fault.PATH, at, "a hole holds no space", "delete it");
      default ->
          holes == Holes.POSITIONAL
              ? fault(
                  Fault.PATH,
                  at,
                  "holes go by position here",
                  "write {} and pass the value after the template")
              : fault(
                  Fault.PATH,
                  at,
                  "'" + c + "' cannot stand in a hole",
                  "a hole is names and dots, then '?', then a filter: {order.id?|fold}");
    };
  }

  private boolean take(char c) {
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private KeyTemplateException fault(Fault fault, int offset, String reason, String remedy) {
    return new KeyTemplateException(fault, text, offset, reason, remedy);
  }
}
