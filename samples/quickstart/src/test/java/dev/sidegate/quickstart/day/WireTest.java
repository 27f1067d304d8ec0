package dev.sidegate.quickstart.day;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class WireTest {

  @Test
  void passesRequestsAndAnswers() throws Exception {
    try (Exchange exchange = new Exchange()) {
      assertThat(exchange.ask("POST a")).isEqualTo("ok");
      assertThat(exchange.providerSaw()).isEqualTo("POST a");
    }
  }

  @Test
  void aLostAnswerLeavesTheProvidersDeedDone() throws Exception {
    try (Exchange exchange = new Exchange()) {
      CompletableFuture<Void> lost = exchange.wire.loseNextAnswer();
      assertThat(exchange.ask("POST a")).isEmpty();
      assertThat(exchange.providerSaw()).isEqualTo("POST a");
      assertThat(lost).isCompleted();
    }
  }

  @Test
  void aLostRequestNeverReachesTheProvider() throws Exception {
    try (Exchange exchange = new Exchange()) {
      CompletableFuture<Void> lost = exchange.wire.loseNextRequest();
      assertThat(exchange.ask("POST a")).isEmpty();
      assertThat(exchange.providerSaw()).isEmpty();
      assertThat(lost).isCompleted();
    }
  }

  @Test
  void whatIsNoRequestToActIsNotLost() throws Exception {
    try (Exchange exchange = new Exchange()) {
      CompletableFuture<Void> lost = exchange.wire.loseNextAnswer();
      assertThat(exchange.ask("GET a")).isEqualTo("ok");
      assertThat(lost).isNotDone();
    }
  }

  /** A provider that reads one request, answers {@code ok} and hangs up, at the end of a wire. */
  private static final class Exchange implements AutoCloseable {
    private final ServerSocket provider = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Wire wire = new Wire(provider.getLocalPort(), "POST ");
    private final CompletableFuture<String> seen = CompletableFuture.supplyAsync(this::serve);

    Exchange() throws IOException {}

    String ask(String request) throws IOException {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), wire.port())) {
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        socket.shutdownOutput();
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      }
    }

    String providerSaw() {
      return seen.join();
    }

    private String serve() {
      try (Socket socket = provider.accept()) {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[64];
        int n = in.read(bytes);
        socket.getOutputStream().write("ok".getBytes(ISO_8859_1));
        return n < 0 ? "" : new String(bytes, 0, n, ISO_8859_1);
      } catch (IOException failure) {
        throw new CompletionException(failure);
      }
    }

    @Override
    public void close() throws IOException {
      wire.close();
      provider.close();
    }
  }
}
