package dev.sidegate.engine.outbox;

import dev.sidegate.engine.intent.DueEntries;
import dev.sidegate.engine.intent.QueueTurn;
import dev.sidegate.engine.settings.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whose turn it is: another effect begins each time, and each effect goes on with the scope after
 * the last one that was served. Of one dispatcher's thread alone.
 */
final class Turns {
  /** In the byte order of scopes nothing stands between a scope and itself followed by this. */
  private static final String NEXT = "\u0001";

  private final Settings settings;
  private final Map<String, String> fromScopes = new HashMap<>();
  private int begins;

  Turns(Settings settings) {
    this.settings = settings;
  }

  List<QueueTurn> next(Collection<String> effects) {
    List<String> order = new ArrayList<>(effects);
    Collections.sort(order);
    if (!order.isEmpty()) {
      begins = (begins + 1) % order.size();
      Collections.rotate(order, -begins);
    }
    return order.stream()
        .map(
            effect ->
                new QueueTurn(
                    effect,
                    fromScopes.getOrDefault(effect, ""),
                    settings.effect(effect).concurrency()))
        .toList();
  }

  /** Remembers where each effect was served last, or looked at where nothing was due. */
  void served(DueEntries due) {
    Map<String, String> last = new HashMap<>(due.places());
    for (DueEntries.Entry entry : due.entries()) {
      if (entry.first()) {
        last.put(entry.effect(), entry.scope());
      }
    }
    last.forEach((effect, scope) -> fromScopes.put(effect, scope + NEXT));
  }
}
