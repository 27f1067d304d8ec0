package dev.sidegate.quickstart.day;

import dev.sidegate.quickstart.agent.SupportAgent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The shop: it runs the support agent in a process, and delivers its events to it. */
final class Shop implements AutoCloseable {
  private final Http http = new Http();
  private final World world;
  private final List<String> jvmOptions;
  private final Path log;
  private Service agent;

  /** Starts the agent with these options of the JVM: the only difference between the two days. */
  Shop(World world, List<String> jvmOptions, Path log) throws IOException {
    this.world = world;
    this.jvmOptions = jvmOptions;
    this.log = log;
    this.agent = start();
  }

  World world() {
    return world;
  }

  /** Delivers an event once; returns what the agent said. */
  String deliver(Event event) throws IOException, InterruptedException {
    return http.deliver(Http.at(agent.port(), "/events"), event);
  }

  /** Delivers an event so often at the same time. */
  void deliverAtOnce(Event event, int times) {
    List<CompletableFuture<String>> deliveries = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      deliveries.add(begin(event));
    }
    deliveries.forEach(CompletableFuture::join);
  }

  /** Delivers an event, kills the agent as soon as {@code moment} has come, and starts it again. */
  void killWhile(Event event, CompletableFuture<Void> moment) throws IOException {
    CompletableFuture<String> unanswered = begin(event);
    moment.join();
    agent.kill();
    unanswered.exceptionally(connectionLost -> "").join();
    agent = start();
  }

  @Override
  public void close() {
    agent.close();
  }

  private CompletableFuture<String> begin(Event event) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return deliver(event);
          } catch (IOException | InterruptedException failure) {
            throw new CompletionException(failure);
          }
        },
        delivery -> new Thread(delivery, "delivery").start());
  }

  private Service start() throws IOException {
    Service started = Service.java(log, jvmOptions, SupportAgent.class, world.addresses());
    started.port();
    return started;
  }
}
