package dev.sidegate.quickstart.day;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sidegate.quickstart.outside.MailServer;
import dev.sidegate.quickstart.outside.Provider;
import dev.sidegate.quickstart.outside.ScriptedModel;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The outside world: mail server, help desk, payment provider and model, each a process, and the
 * wires to them. It lives through whatever happens to the agent, and its books are what counts.
 */
final class World implements AutoCloseable {
  private final Http http = new Http();
  private final List<Service> services = new ArrayList<>();
  private final Map<Tool, Wire> wires = new EnumMap<>(Tool.class);
  private final Map<Tool, URI> books = new EnumMap<>(Tool.class);
  private final Service model;

  World(Path logs) throws IOException {
    Service mail = start(logs.resolve("mail.log"), MailServer.class, List.of());
    Service helpDesk = start(logs.resolve("help-desk.log"), Provider.class, List.of("tk"));
    Service payments = start(logs.resolve("payments.log"), Provider.class, List.of("re"));
    model = start(logs.resolve("model.log"), ScriptedModel.class, List.of());
    wires.put(Tool.MAIL, new Wire(mail.port(), "\r\n.\r\n"));
    books.put(Tool.MAIL, Http.at(Integer.parseInt(mail.said(2)), "/book"));
    wires.put(Tool.APOLOGY, wireTo(Tool.MAIL));
    books.put(Tool.APOLOGY, Objects.requireNonNull(books.get(Tool.MAIL)));
    provider(Tool.TICKET, helpDesk);
    provider(Tool.REFUND, payments);
  }

  private Service start(Path log, Class<?> main, List<String> arguments) throws IOException {
    Service service = Service.java(log, List.of(), main, arguments);
    services.add(service);
    return service;
  }

  private void provider(Tool tool, Service service) throws IOException {
    wires.put(tool, new Wire(service.port(), "POST "));
    books.put(tool, Http.at(service.port(), "/book"));
  }

  Wire wireTo(Tool tool) {
    return Objects.requireNonNull(wires.get(tool));
  }

  /** Where the agent finds them: the model and the mail server's log, all others by their wires. */
  List<String> addresses() {
    return List.of(
        "http://127.0.0.1:" + model.port() + "/v1",
        "smtp://127.0.0.1:" + wireTo(Tool.MAIL).port(),
        "http://127.0.0.1:" + Objects.requireNonNull(books.get(Tool.MAIL)).getPort() + "/search",
        "http://127.0.0.1:" + wireTo(Tool.TICKET).port() + "/orders",
        "http://127.0.0.1:" + wireTo(Tool.REFUND).port() + "/orders");
  }

  /** The receipts of what was really done for an order, from the provider's own book. */
  List<String> receipts(Tool tool, String order) throws IOException, InterruptedException {
    URI book = Objects.requireNonNull(books.get(tool));
    return http.get(book)
        .lines()
        .map(line -> line.split(" ", 2))
        .filter(entry -> entry[0].equals(order))
        .map(entry -> entry[1])
        .toList();
  }

  /** What the tools told the model about an order, in order. */
  List<String> told(String order) throws IOException, InterruptedException {
    List<String> texts = new ArrayList<>();
    for (JsonNode told : new ObjectMapper().readTree(http.get(Http.at(model.port(), "/told")))) {
      if (told.path("order").asText().equals(order)) {
        texts.add(told.path("text").asText());
      }
    }
    return texts;
  }

  @Override
  public void close() throws IOException {
    for (Wire wire : Set.copyOf(wires.values())) {
      wire.close();
    }
    services.forEach(Service::close);
  }
}
