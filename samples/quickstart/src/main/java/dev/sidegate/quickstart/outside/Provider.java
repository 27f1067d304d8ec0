package dev.sidegate.quickstart.outside;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A help desk or a payment provider: each POST is booked for good and answered with a receipt. It
 * knows no idempotency keys, so whoever asks twice gets it twice. What it booked can be searched by
 * the fields that it was given.
 */
public final class Provider {
  private final String prefix;
  private final List<Entry> book = new CopyOnWriteArrayList<>();

  private Provider(String prefix) {
    this.prefix = prefix;
  }

  /**
   * Starts the provider.
   *
   * @param prefix what its receipts begin with, such as {@code re}
   */
  public static void main(String[] prefix) throws IOException {
    Provider provider = new Provider(prefix[0]);
    int port =
        new Web()
            .at("/orders", 201, provider::act)
            .at("/book", 200, nothing -> provider.lines(entry -> true))
            .at("/search", 200, provider::search)
            .open();
    System.out.println("ready " + port);
  }

  private synchronized String act(String form) {
    String receipt = prefix + "_" + (book.size() + 1);
    book.add(new Entry(receipt, fields(form)));
    return receipt;
  }

  /** What was booked with exactly these fields among others. */
  private String search(String query) {
    Map<String, String> wanted = fields(query);
    return lines(entry -> entry.fields().entrySet().containsAll(wanted.entrySet()));
  }

  private String lines(Predicate<Entry> which) {
    return book.stream()
        .filter(which)
        .map(entry -> entry.fields().get("order") + " " + entry.receipt())
        .collect(Collectors.joining("\n"));
  }

  private record Entry(String receipt, Map<String, String> fields) {}

  private static Map<String, String> fields(String form) {
    return Arrays.stream(form.split("&"))
        .map(field -> field.split("=", 2))
        .collect(Collectors.toMap(field -> field[0], field -> URLDecoder.decode(field[1], UTF_8)));
  }
}
