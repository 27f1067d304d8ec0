package dev.sidegate.tree;

import static java.lang.invoke.MethodType.genericMethodType;
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record or bean: its fields by name, and how one is built again. */
final class ObjectForm implements Form {
  private final Class<?> type;
  private final List<Field> fields;
  private final @Nullable Construction construction;

  ObjectForm(Class<?> type, List<Field> fields, @Nullable Construction construction) {
    this.type = type;
    this.fields = List.copyOf(fields);
    this.construction = construction;
  }

  /**
   * A field.
   *
   * @param name its name in the tree
   * @param type what is read, erased
   * @param read takes the object
   * @param form of what is read
   */
  record Field(String name, Class<?> type, MethodHandle read, Form form) {

    /** A field that a handle on a member reads. */
    static Field of(String name, MethodHandle reader, Form form) {
      return new Field(name, reader.type().returnType(), reader.asType(genericMethodType(1)), form);
    }

    @Nullable Object value(Map<String, @Nullable Object> tree) {
      return form.value(tree.get(name));
    }
  }

  /**
   * How an object is built.
   *
   * @param constructor takes the values of the fields in {@code arguments} as an array
   * @param settings what is set afterwards
   */
  record Construction(MethodHandle constructor, List<Field> arguments, List<Setting> settings) {}

  /** A field that is set by a handle on object and value. */
  record Setting(Field field, MethodHandle write) {

    /** A field that a handle on a member sets; what a setter returns is nobody's business. */
    static Setting of(Field field, MethodHandle writer) {
      return new Setting(field, writer.asType(methodType(void.class, Object.class, Object.class)));
    }
  }

  @Override
  public @Nullable Object tree(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    ToTree.exactly(type, value);
    Map<String, @Nullable Object> tree = ToTree.fields();
    try {
      for (Field field : fields) {
        ToTree.field(tree, field.name, field.form.tree((Object) field.read.invokeExact(value)));
      }
    } catch (Throwable thrown) {
      throw thrownBy(thrown);
    }
    return tree;
  }

  @Override
  public @Nullable Object value(@Nullable Object tree) {
    if (tree == null) {
      return null;
    }
    if (construction == null) {
      throw new IllegalArgumentException(type.getName() + " is never built again");
    }
    Map<String, @Nullable Object> values = FromTree.fields(tree);
    List<@Nullable Object> arguments = new ArrayList<>(construction.arguments.size());
    for (Field argument : construction.arguments) {
      arguments.add(argument.value(values));
    }
    try {
      Object built = (Object) construction.constructor.invokeExact(arguments.toArray());
      for (Setting setting : construction.settings) {
        setting.write.invokeExact(built, setting.field.value(values));
      }
      return built;
    } catch (Throwable thrown) {
      throw thrownBy(thrown);
    }
  }

  /** What the application's own code throws is thrown on. */
  static RuntimeException thrownBy(Throwable thrown) {
    if (thrown instanceof RuntimeException unchecked) {
      return unchecked;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(thrown);
  }
}
