package dev.sidegate.tree;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types of a plan, each made ready when it is first needed. */
final class PlanTypes {
  private static final String CALL = "()";

  private final Members members;
  private final Class<?>[] classes;
  private final List<String> lines = new ArrayList<>();
  private final Map<Integer, Form> ready = new ConcurrentHashMap<>();

  PlanTypes(Members members, Class<?>[] classes) {
    this.members = members;
    this.classes = classes;
  }

  /** Adds the line of a type; it gets the next number. */
  void add(String line) {
    lines.add(line);
  }

  /** What reads a member, as a function of its owner. */
  MethodHandle reader(PlanLine words) {
    Class<?> owner = classes[words.number()];
    return members.reader(owner, words.next()).asType(MethodType.genericMethodType(1));
  }

  /** The form of a value that may be marked. */
  Form marked(PlanLine words) {
    if (words.skip("free-text")) {
      return Form.freeText(marked(words));
    }
    return words.skip("sensitive") ? Form.sensitive(marked(words)) : form(words);
  }

  private Form form(PlanLine words) {
    String word = words.next();
    Form scalar = ScalarForms.of(word);
    if (scalar != null) {
      return scalar;
    } else if (word.startsWith("#")) {
      return type(Integer.parseInt(word.substring(1)));
    } else if (ContainerForms.isCollection(word)) {
      return ContainerForms.collection(word, form(words));
    } else if (ContainerForms.isMap(word)) {
      return ContainerForms.map(word, key(words), form(words));
    }
    return switch (word) {
      case "enum" -> Form.constant(classes[words.number()]);
      case "optional" -> ScalarForms.optional(form(words));
      case "array" -> Form.array(classes[words.number()], form(words));
      default -> throw new IllegalArgumentException("no form in this version: " + word);
    };
  }

  private Function<String, Object> key(PlanLine words) {
    String word = words.next();
    if (word.equals("enum")) {
      Class<?> type = classes[words.number()];
      return name -> FromTree.toEnum(type, name);
    }
    Function<String, Object> key = ScalarForms.key(word);
    if (key == null) {
      throw new IllegalArgumentException("no key in this version: " + word);
    }
    return key;
  }

  private Form type(int number) {
    Form known = ready.get(number);
    if (known == null) {
      known = read(new PlanLine(lines.get(number)));
      ready.put(number, known);
    }
    return known;
  }

  private Form read(PlanLine words) {
    String kind = words.next();
    Class<?> type = classes[words.number()];
    return switch (kind) {
      case "record" -> record(type, words);
      case "bean" -> bean(type, words);
      default -> sealed(words);
    };
  }

  private Form record(Class<?> type, PlanLine words) {
    List<ObjectForm.Field> fields = new ArrayList<>();
    while (!words.isAtEnd()) {
      String name = words.next();
      MethodHandle reader = members.reader(type, name + CALL);
      fields.add(ObjectForm.Field.of(name, reader, marked(words)));
    }
    return new ObjectForm(
        type, fields, new ObjectForm.Construction(constructor(type, fields), fields, List.of()));
  }

  private Form bean(Class<?> type, PlanLine words) {
    Map<String, ObjectForm.Field> fields = new LinkedHashMap<>();
    for (int left = words.number(); left > 0; left--) {
      String name = words.next();
      MethodHandle reader = members.reader(type, words.next());
      fields.put(name, ObjectForm.Field.of(name, reader, marked(words)));
    }
    List<ObjectForm.Field> all = List.copyOf(fields.values());
    return new ObjectForm(type, all, words.skip("new") ? construction(type, fields, words) : null);
  }

  private ObjectForm.Construction construction(
      Class<?> type, Map<String, ObjectForm.Field> fields, PlanLine words) {
    List<ObjectForm.Field> arguments = new ArrayList<>();
    for (int left = words.number(); left > 0; left--) {
      arguments.add(field(fields, words.next()));
    }
    List<ObjectForm.Setting> settings = new ArrayList<>();
    while (!words.isAtEnd()) {
      ObjectForm.Field field = field(fields, words.next());
      MethodHandle writer = members.writer(type, words.next(), field.type());
      settings.add(ObjectForm.Setting.of(field, writer));
    }
    return new ObjectForm.Construction(constructor(type, arguments), arguments, settings);
  }

  private MethodHandle constructor(Class<?> type, List<ObjectForm.Field> arguments) {
    List<Class<?>> types = new ArrayList<>();
    arguments.forEach(argument -> types.add(argument.type()));
    return members.constructor(type, types);
  }

  private static ObjectForm.Field field(Map<String, ObjectForm.Field> fields, String name) {
    ObjectForm.@Nullable Field field = fields.get(name);
    if (field == null) {
      throw new IllegalArgumentException("a plan builds from a field that it does not read");
    }
    return field;
  }

  private Form sealed(PlanLine words) {
    Map<String, SealedForm.Case> cases = new LinkedHashMap<>();
    while (!words.isAtEnd()) {
      String name = words.next();
      Class<?> type = classes[words.number()];
      cases.put(name, new SealedForm.Case(type, form(words)));
    }
    return new SealedForm(cases);
  }
}
