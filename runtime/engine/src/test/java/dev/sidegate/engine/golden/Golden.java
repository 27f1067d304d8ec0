package dev.sidegate.engine.golden;

import dev.sidegate.KeyFormat;
import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.key.ActionKey;
import dev.sidegate.engine.key.Digests;
import dev.sidegate.engine.key.KeyScope;
import dev.sidegate.engine.key.KeyWriter;
import dev.sidegate.engine.payload.CanonicalForm;
import dev.sidegate.engine.payload.StoredForm;
import dev.sidegate.engine.payload.Tree;
import dev.sidegate.engine.secret.HmacSecret;
import dev.sidegate.key.KeyTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * The frozen vectors: what is written today must be found in years, by every Java version. Runs in
 * a test and, in other JVMs, as a program.
 */
final class Golden {
  private static final HmacSecret SECRET =
      HmacSecret.of("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
  private static final CanonicalForm CANONICAL = CanonicalForm.with(SECRET);
  private static final KeyWriter KEYS = new KeyWriter(Digests.with(SECRET));

  private Golden() {}

  /** Prints each line that differs, and at last how many do not. */
  public static void main(String[] arguments) {
    int right = 0;
    for (String line : lines()) {
      String written = written(line);
      if (written.equals(line)) {
        right++;
      } else {
        System.out.println("- " + line + "\n+ " + written);
      }
    }
    System.out.println(right + " of " + lines().size() + " vectors");
  }

  /** The vectors of the algorithm in force, without comments. */
  static List<String> lines() {
    String name = "vectors-" + CanonicalForm.ALGORITHM + ".txt";
    try (InputStream in = Objects.requireNonNull(Golden.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("//"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The line with what this JVM makes of its first columns. */
  static String written(String line) {
    String[] columns = line.split("\t", -1);
    String made =
        switch (columns[0]) {
          case "payload" -> hash(columns[1]);
          case "key" -> key(columns[1], columns[2]);
          case "action" -> action(columns);
          default -> throw new IllegalArgumentException(line);
        };
    int known = columns[0].equals("payload") ? 2 : columns[0].equals("key") ? 3 : 6;
    return String.join("\t", Arrays.copyOf(columns, known)) + "\t" + made;
  }

  private static String hash(String stored) {
    Tree tree = StoredForm.read(stored.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(CANONICAL.hash(tree, "").digest());
  }

  private static String key(String template, String stored) {
    Tree values = StoredForm.read(stored.getBytes(StandardCharsets.UTF_8));
    Object[] list = ((Collection<?>) Objects.requireNonNull(values.root())).toArray();
    return KEYS.write(KeyTemplate.parse(template), list, new KeyScope("acme", "hook 1"));
  }

  private static String action(String[] columns) {
    IntentKey key = new IntentKey(columns[1], columns[2], columns[3]);
    return ActionKey.of(key, Integer.parseInt(columns[4])).format(KeyFormat.valueOf(columns[5]));
  }
}
