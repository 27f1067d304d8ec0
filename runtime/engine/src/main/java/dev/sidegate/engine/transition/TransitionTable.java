package dev.sidegate.engine.transition;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Every transition that there is; what has no row does not exist.
 *
 * @param <S> the states
 * @param <E> the events
 */
public final class TransitionTable<S extends Enum<S>, E extends Enum<E>> {
  private final List<Transition<S, E>> rows;

  private TransitionTable(List<Transition<S, E>> rows) {
    this.rows = List.copyOf(rows);
  }

  /** The rows, in the order in which they are read. */
  public List<Transition<S, E>> rows() {
    return rows;
  }

  /**
   * Where an event leads.
   *
   * @param from null: nothing is there yet
   * @return empty if it is not possible
   */
  public Optional<S> after(@Nullable S from, E event, Set<Fact> facts) {
    return rows.stream()
        .filter(row -> row.from() == from && row.event() == event && row.when().holds(facts))
        .map(Transition::to)
        .findFirst();
  }

  /** States before and after where they differ, without what begins. */
  public SortedSet<String> pairs() {
    SortedSet<String> pairs = new TreeSet<>();
    for (Transition<S, E> row : rows) {
      if (row.from() != null && row.from() != row.to()) {
        pairs.add(row.pair());
      }
    }
    return pairs;
  }

  /** Puts a table together. */
  static final class Rows<S extends Enum<S>, E extends Enum<E>> {
    private final List<Transition<S, E>> rows = new ArrayList<>();

    Rows<S, E> begin(E event, S to, String why) {
      rows.add(new Transition<>(null, event, Circumstance.ALWAYS, to, why));
      return this;
    }

    Rows<S, E> allow(S from, E event, S to, String why) {
      return allow(from, event, Circumstance.ALWAYS, to, why);
    }

    Rows<S, E> allow(S from, E event, Circumstance when, S to, String why) {
      rows.add(new Transition<>(from, event, when, to, why));
      return this;
    }

    TransitionTable<S, E> table() {
      return new TransitionTable<>(rows);
    }
  }
}
