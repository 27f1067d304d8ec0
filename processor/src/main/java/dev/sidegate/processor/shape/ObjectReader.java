package dev.sidegate.processor.shape;

import dev.sidegate.FreeText;
import dev.sidegate.PerAttempt;
import dev.sidegate.Sensitive;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.source.ClassMembers;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Property;
import dev.sidegate.processor.source.TypeText;
import dev.sidegate.processor.source.UnresolvedException;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;

/** Reads records and beans: what they hold, and how they are built. */
final class ObjectReader {
  private final ShapeReader reader;
  private final Language language;
  private final Trail trail;

  ObjectReader(ShapeReader reader, Trail trail) {
    this.reader = reader;
    this.language = reader.language;
    this.trail = trail;
  }

  Shape read(DeclaredType type) throws Refusal {
    TypeElement element = Language.element(type);
    demandConcrete(type, element);
    ClassMembers members = reader.classes.members(element);
    String identity = TypeText.qualified(type);
    trail.begin(type, identity);
    List<Property> properties =
        members.isRecord()
            ? members.components()
            : new BeanProperties(members, language, reader.fromPackage).all(trail.of(type));
    List<Shape.Field> fields = new ArrayList<>();
    boolean whole = true;
    for (Property property : properties) {
      demandResolved(property);
      if (property.has(PerAttempt.class)) {
        demandNoContradiction(property);
        reader.markPerAttempt();
        whole = false;
      } else {
        fields.add(field(type, property));
      }
    }
    trail.end();
    Construction construction = new Construction(reader, trail, type, members);
    return new Shape.Fields(
        identity,
        element.getQualifiedName().toString(),
        members.isRecord(),
        fields,
        whole ? construction.of(properties).orElse(null) : null);
  }

  private Shape.Field field(DeclaredType owner, Property property) throws Refusal {
    boolean freeText = property.has(FreeText.class);
    boolean sensitive = property.has(Sensitive.class);
    if (sensitive) {
      reader.markSensitive();
    }
    trail.enter(property.name());
    Shape shape = reader.read(language.memberType(owner, property.reader()));
    trail.leave();
    return new Shape.Field(
        property.name(), Access.to(property), shape, new Marks(freeText, sensitive));
  }

  private void demandNoContradiction(Property property) throws Refusal {
    if (property.has(FreeText.class)) {
      trail.enter(property.name());
      throw new Refusal(Message.MARKS_CONTRADICT, "@PerAttempt", "@FreeText", trail.path());
    }
  }

  /** A component whose accessor is not there yet would be read as a field that nobody can reach. */
  private static void demandResolved(Property property) {
    if (property.reader().getKind() == ElementKind.RECORD_COMPONENT) {
      throw new UnresolvedException(property.name());
    }
  }

  private void demandConcrete(DeclaredType type, TypeElement element) throws Refusal {
    if (element.getKind() == ElementKind.INTERFACE
        || element.getKind() == ElementKind.ANNOTATION_TYPE) {
      throw reader.open(
          type,
          "it is an interface, so any class may stand there",
          "declare a record, or make it sealed");
    }
    if (element.getModifiers().contains(Modifier.ABSTRACT)) {
      throw reader.open(
          type,
          "it is abstract, so any subclass may stand there",
          "declare a record, or make it sealed");
    }
    boolean inner =
        element.getNestingKind() == NestingKind.MEMBER
            && !element.getModifiers().contains(Modifier.STATIC);
    if (inner) {
      throw reader.open(
          type,
          "it is an inner class, which belongs to an object that no payload holds",
          "make it static");
    }
  }
}
