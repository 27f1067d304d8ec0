package dev.sidegate.key;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds what somebody meant who wrote a name that does not exist. */
public final class NearestName {
  private static final int FAR = 3;

  private NearestName() {}

  /**
   * A remedy in words: the nearest names within two edits, else every name there is.
   *
   * @param written the name that does not exist
   * @param candidates the names that do
   * @return such as {@code did you mean "id"?}; the empty text if there are no names
   */
  public static String suggest(String written, Collection<String> candidates) {
    List<String> nearest = nearest(written, candidates);
    if (!nearest.isEmpty()) {
      return "did you mean " + quoted(nearest, " or ") + "?";
    }
    if (candidates.isEmpty()) {
      return "";
    }
    return "choose one of " + quoted(candidates.stream().sorted().toList(), ", ");
  }

  private static List<String> nearest(String written, Collection<String> candidates) {
    List<String> nearest = new ArrayList<>();
    int best = FAR;
    for (String candidate : candidates.stream().sorted().toList()) {
      int distance = distance(written, candidate);
      // Two edits turn any two-letter name into any other: a short name needs a closer match.
      if (distance >= Math.min(written.length(), candidate.length())) {
        continue;
      }
      if (distance < best) {
        best = distance;
        nearest.clear();
      }
      if (distance == best && distance < FAR) {
        nearest.add(candidate);
      }
    }
    return nearest;
  }

  private static String quoted(List<String> names, String separator) {
    return String.join(separator, names.stream().map(name -> '"' + name + '"').toList());
  }

  /** Edits between two names, letter case apart: insert, delete, replace, swap of neighbours. */
  private static int distance(String left, String right) {
    if (Math.abs(left.length() - right.length()) >= FAR) {
      return FAR;
    }
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = i == 0 ? j : j == 0 ? i : step(edits, a, b, i, j);
      }
    }
    return edits[a.length()][b.length()];
  }

  private static int step(int[][] edits, String a, String b, int i, int j) {
    boolean same = a.charAt(i - 1) == b.charAt(j - 1);
    int best = Math.min(edits[i - 1][j], edits[i][j - 1]) + 1;
    best = Math.min(best, edits[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
  }
}
