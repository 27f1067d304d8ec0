package dev.sidegate.processor.shape;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a type looks like as a tree. Names classes as source code names their erasure, so that it
 * outlives a round and generated code needs no type arguments.
 */
public sealed interface Shape {

  /** Gives the visitor what this is. */
  <R> R accept(Visitor<R> visitor);

  /** One node. */
  record One(Scalar scalar, boolean primitive) implements Shape {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.one(this);
    }
  }

  /** Bytes, as one node. */
  record Bytes() implements Shape {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.bytes(this);
    }
  }

  /** An enum constant by its name. */
  record Constant(String type) implements Shape {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.constant(this);
    }
  }

  /** Anything that JSON can say, checked when it comes. */
  record Open(Kind type, String description) implements Shape {

    /** What is declared. */
    public enum Kind {
      ANYTHING,
      LIST,
      MAP
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.open(this);
    }
  }

  /** An {@code Optional}: what it holds, or nothing. */
  record Maybe(Shape held) implements Shape {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.maybe(this);
    }
  }

  /** An {@code OptionalInt}, {@code OptionalLong} or {@code OptionalDouble}. */
  record MaybeNumber(Scalar scalar) implements Shape {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.maybeNumber(this);
    }
  }

  /**
   * Many values.
   *
   * @param kind how their tree keeps them
   * @param built the simple name of the class to build again; null for a declared {@code
   *     Collection}, which is a set or a list by its value
   * @param element each of them
   */
  record Many(Order kind, @Nullable String built, Shape element) implements Shape {

    /** Whether order counts. */
    public enum Order {
      LIST,
      SET,
      BY_VALUE
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.many(this);
    }
  }

  /** An array of anything but bytes. */
  record Array(String component, Shape element) implements Shape {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.array(this);
    }
  }

  /** A map with keys that are text, or that their text stands for. */
  record Entries(String built, Shape key, Shape value) implements Shape {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.entries(this);
    }
  }

  /**
   * A record or bean.
   *
   * @param identity the full type, type arguments included; what makes two of them one
   * @param type the class
   * @param isRecord whether it is a record
   * @param fields its properties, {@code @PerAttempt} ones left out
   * @param construction how to build it; null if that is not needed
   */
  record Fields(
      String identity,
      String type,
      boolean isRecord,
      List<Field> fields,
      @Nullable Construction construction)
      implements Shape {

    /** Copies the list. */
    public Fields {
      fields = List.copyOf(fields);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.fields(this);
    }
  }

  /** A sealed type: one of its concrete subtypes. */
  record OneOf(String identity, String type, List<Case> cases) implements Shape {

    /** Copies the list. */
    public OneOf {
      cases = List.copyOf(cases);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.oneOf(this);
    }
  }

  /**
   * A property.
   *
   * @param name its name in the tree
   * @param read how it is read
   * @param shape its tree
   * @param marks what stands on it
   */
  record Field(String name, Access read, Shape shape, Marks marks) {}

  /** A concrete subtype and the name that stands for it. */
  record Case(String tag, String type, Shape shape) {}

  /**
   * How an object is built.
   *
   * @param arguments the fields that its constructor takes, in that order
   * @param setters what is set afterwards
   */
  record Construction(List<String> arguments, List<Setting> setters) {

    /** Copies the lists. */
    public Construction {
      arguments = List.copyOf(arguments);
      setters = List.copyOf(setters);
    }
  }

  /** A field that is set by a method of one argument, or written. */
  record Setting(String field, Access write) {}

  /** One answer for each shape. */
  interface Visitor<R> {
    R one(One one);

    R bytes(Bytes bytes);

    R constant(Constant constant);

    R open(Open open);

    R maybe(Maybe maybe);

    R maybeNumber(MaybeNumber maybe);

    R many(Many many);

    R array(Array array);

    R entries(Entries entries);

    R fields(Fields fields);

    R oneOf(OneOf oneOf);
  }
}
