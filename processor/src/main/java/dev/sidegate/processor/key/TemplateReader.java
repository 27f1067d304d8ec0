package dev.sidegate.processor.key;

import dev.sidegate.key.KeyTemplate;
import dev.sidegate.key.KeyTemplate.Hole;
import dev.sidegate.key.KeyTemplateException;
import dev.sidegate.key.KeyTemplateException.Fault;
import dev.sidegate.processor.report.Finding;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.shape.Scalar;
import dev.sidegate.processor.source.Classes;
import dev.sidegate.processor.source.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Proves a method's templates: first as text, then hole by hole. */
public final class TemplateReader {
  private final Language language;
  private final Classes classes;
  private final String fromPackage;
  private final String methodName;
  private final List<Parameter> parameters;
  private final Set<Integer> refused;
  private final Findings findings;

  /**
   * For the templates of one method.
   *
   * @param refused the positions of parameters whose type is a finding already
   */
  public TemplateReader(
      Language language,
      Classes classes,
      String fromPackage,
      String methodName,
      List<Parameter> parameters,
      Set<Integer> refused,
      Findings findings) {
    this.language = language;
    this.classes = classes;
    this.fromPackage = fromPackage;
    this.methodName = methodName;
    this.parameters = List.copyOf(parameters);
    this.refused = Set.copyOf(refused);
    this.findings = findings;
  }

  /** The key as text; empty if it is none, which is then a finding. */
  public Optional<KeyTemplate> parseKey(String text, Place place) {
    try {
      return Optional.of(KeyTemplate.parse(text));
    } catch (KeyTemplateException fault) {
      report(fault, place);
      return Optional.empty();
    }
  }

  /** The proof of a key; empty if a hole is refused, which is then a finding. */
  public Optional<KeyText> proveKey(KeyTemplate template, Place place) {
    List<HoleReader.Proven> proven = holes(template, place);
    if (proven.isEmpty() || proven.size() < valueHoles(template)) {
      return Optional.empty();
    }
    if (proven.stream()
        .allMatch(hole -> KeySafe.is(hole.type(), Scalar.BOOLEAN) && hole.value().tree() == null)) {
      Hole first =
          template.holes().stream().filter(hole -> !hole.isScope()).findFirst().orElseThrow();
      findings.add(
          Finding.in(
              Message.VALUE_BOOLEAN_ALONE, place, template.text(), first.path().get(0).offset()));
      return Optional.empty();
    }
    return Optional.of(text(template, proven));
  }

  /** The proof of a scope or an order; empty if it is refused, which is then a finding. */
  public Optional<KeyText> proveQualifier(String text, Place place) {
    if (text.isEmpty()) {
      return Optional.of(KeyText.NONE);
    }
    KeyTemplate template;
    try {
      template = KeyTemplate.parseQualifier(text);
    } catch (KeyTemplateException fault) {
      report(fault, place);
      return Optional.empty();
    }
    List<HoleReader.Proven> proven = holes(template, place);
    return proven.size() < valueHoles(template)
        ? Optional.empty()
        : Optional.of(text(template, proven));
  }

  private List<HoleReader.Proven> holes(KeyTemplate template, Place place) {
    HoleReader reader =
        new HoleReader(
            language, classes, fromPackage, template, place, methodName, parameters, refused);
    List<HoleReader.Proven> proven = new ArrayList<>();
    for (Hole hole : template.holes()) {
      if (!hole.isScope()) {
        try {
          proven.add(reader.read(hole));
        } catch (HoleFault fault) {
          fault.finding().ifPresent(findings::add);
        }
      }
    }
    return proven;
  }

  private static long valueHoles(KeyTemplate template) {
    return template.holes().stream().filter(hole -> !hole.isScope()).count();
  }

  private static KeyText text(KeyTemplate template, List<HoleReader.Proven> proven) {
    List<KeyText.@Nullable KeyValue> values = new ArrayList<>();
    int next = 0;
    for (Hole hole : template.holes()) {
      values.add(hole.isScope() ? null : proven.get(next++).value());
    }
    return new KeyText(template.text(), values);
  }

  private void report(KeyTemplateException fault, Place place) {
    findings.add(
        Finding.in(
            message(fault.fault()),
            place,
            fault.template(),
            fault.offset(),
            fault.reason(),
            fault.remedy()));
  }

  private static Message message(Fault fault) {
    return switch (fault) {
      case EMPTY -> Message.KEY_EMPTY;
      case CONSTANT -> Message.KEY_CONSTANT;
      case CHARACTER -> Message.KEY_CHARACTER;
      case BRACE -> Message.KEY_BRACE;
      case PATH -> Message.KEY_PATH;
      case CALL -> Message.KEY_CALL;
      case FILTER -> Message.KEY_FILTER;
      case SEPARATOR -> Message.KEY_SEPARATOR;
      case SCOPE -> Message.KEY_SCOPE;
    };
  }
}
