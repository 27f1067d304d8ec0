package dev.sidegate.engine.payload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Arguments as the release saw them that stored theirs: with its marks of what is free text and
 * what is sensitive, and no others. A field that it did not know stays, unmarked, so that the hash
 * is another one unless the field is null.
 *
 * <p>Decides nothing by itself: what comes out is hashed and compared with the stored hash. So
 * where the stored form does not show how its release looked (in a set, in an element that it did
 * not have), the arguments stay as they are seen today, and differ.
 */
final class OlderView {
  private OlderView() {}

  /** The arguments, seen as the stored ones were. */
  static Tree of(Tree now, Tree stored) {
    return Tree.read(seen(now.root(), stored.root()));
  }

  private static @Nullable Object seen(@Nullable Object now, @Nullable Object stored) {
    Object bare = unmarked(now);
    if (bare == null || stored == null) {
      return bare;
    } else if (stored instanceof Map.Entry<?, ?> tag) {
      return seenTagged(bare, (String) tag.getKey(), tag.getValue());
    } else if (bare instanceof Map<?, ?> fields && stored instanceof Map<?, ?> known) {
      return seenFields(fields, known);
    } else if (bare instanceof List<?> list && stored instanceof List<?> known) {
      return seenElements(list, known);
    }
    return bare;
  }

  private static @Nullable Object seenTagged(Object bare, String tag, Object stored) {
    if (isMark(tag)) {
      Object inner = seen(bare, stored);
      return inner == null ? null : Map.entry(tag, inner);
    }
    // A subtype of a sealed type, by its name.
    boolean same = bare instanceof Map.Entry<?, ?> subtype && subtype.getKey().equals(tag);
    if (!same) {
      return bare;
    }
    Object inner = seen(((Map.Entry<?, ?>) bare).getValue(), stored);
    return inner == null ? bare : Map.entry(tag, inner);
  }

  private static Map<String, @Nullable Object> seenFields(Map<?, ?> fields, Map<?, ?> known) {
    Map<String, @Nullable Object> seen = new LinkedHashMap<>();
    fields.forEach((name, value) -> seen.put((String) name, seen(value, known.get(name))));
    return seen;
  }

  private static List<@Nullable Object> seenElements(List<?> list, List<?> known) {
    List<@Nullable Object> seen = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      seen.add(seen(list.get(i), i < known.size() ? known.get(i) : null));
    }
    return seen;
  }

  private static @Nullable Object unmarked(@Nullable Object node) {
    Object bare = node;
    while (bare instanceof Map.Entry<?, ?> tag && isMark((String) tag.getKey())) {
      bare = tag.getValue();
    }
    return bare;
  }

  private static boolean isMark(String tag) {
    return tag.equals(Tag.SENSITIVE) || tag.equals(Tag.FREE_TEXT);
  }
}
