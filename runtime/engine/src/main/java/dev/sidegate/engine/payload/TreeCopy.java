package dev.sidegate.engine.payload;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Copies a tree: JSON values, and the node kinds that only typed code can make. */
final class TreeCopy extends OpenJson {

  TreeCopy(Trail trail) {
    super(trail);
  }

  @Override
  Object other(Object value) {
    if (value instanceof byte[] bytes) {
      trail.weigh(bytes.length);
      return bytes.clone();
    } else if (value instanceof Instant
        || value instanceof OffsetDateTime
        || value instanceof ZonedDateTime) {
      return value;
    } else if (value instanceof Set<?> set) {
      return Collections.unmodifiableSet(new LinkedHashSet<>(elements(set)));
    } else if (value instanceof Map.Entry<?, ?> entry && entry.getKey() instanceof String name) {
      return tag(name, entry);
    }
    throw trail.refused("a " + value.getClass().getName() + " is no node of a tree");
  }

  private Object tag(String name, Map.Entry<?, ?> entry) {
    trail.enter(entry);
    trail.at(new Trail.TagSegment(name));
    Object tagged = tagged(name, entry.getValue());
    trail.leave();
    return tagged;
  }

  private Object tagged(String name, Object value) {
    if (value == null) {
      throw trail.refused("the tag " + name + " stands on nothing");
    }
    if (name.equals(Tag.OPEN)) {
      return copyOf(new OpenJson(trail), value);
    }
    if (!Tag.known(name)) {
      throw trail.refused("no tag is called " + name);
    }
    return Map.entry(text(name), copyOf(this, value));
  }

  private static Object copyOf(OpenJson copier, Object value) {
    return Objects.requireNonNull(copier.copy(value));
  }
}
