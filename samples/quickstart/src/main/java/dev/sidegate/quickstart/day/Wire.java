package dev.sidegate.quickstart.day;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The wire between the agent and one provider: a port that passes bytes both ways, and on demand
 * loses one answer or one request. Whoever waits for it hears nothing, as when a network fails.
 */
final class Wire implements Closeable {
  private static final int OVERLAP = 8;

  private final ServerSocket near;
  private final int farPort;
  private final String request;
  private final AtomicReference<@Nullable Fault> next = new AtomicReference<>();

  /**
   * Opens the wire on a free port.
   *
   * @param farPort the provider's port
   * @param request the bytes that mark a request to act: {@code "POST "}, or the end of a mail
   */
  Wire(int farPort, String request) throws IOException {
    this.near = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.farPort = farPort;
    this.request = request;
    daemon(this::accept);
  }

  int port() {
    return near.getLocalPort();
  }

  /**
   * Loses the answer to the next request.
   *
   * @return completes when it is lost: the provider has acted, and nobody was told; fails if no
   *     request comes by for 20 s
   */
  CompletableFuture<Void> loseNextAnswer() {
    return arm(new Fault(false, new CompletableFuture<>()));
  }

  /** Loses the next request: the provider never sees it. */
  CompletableFuture<Void> loseNextRequest() {
    return arm(new Fault(true, new CompletableFuture<>()));
  }

  @Override
  public void close() throws IOException {
    near.close();
  }

  private record Fault(boolean losesRequest, CompletableFuture<Void> happened) {}

  private CompletableFuture<Void> arm(Fault fault) {
    next.set(fault);
    return fault.happened().orTimeout(20, TimeUnit.SECONDS);
  }

  private void accept() {
    try {
      while (true) {
        new Connection(near.accept(), new Socket(near.getInetAddress(), farPort)).open();
      }
    } catch (IOException closed) {
      // the day is over
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "wire");
    thread.setDaemon(true);
    thread.start();
  }

  /** One connection; a fault that hits it stays with it. */
  private final class Connection {
    private final Socket agent;
    private final Socket provider;
    private volatile @Nullable Fault fault;

    Connection(Socket agent, Socket provider) {
      this.agent = agent;
      this.provider = provider;
    }

    void open() {
      daemon(this::passRequests);
      daemon(this::passAnswers);
    }

    private void passRequests() {
      try {
        requests();
        provider.shutdownOutput();
      } catch (IOException hungUp) {
        // the answers end by it too
      }
    }

    private void passAnswers() {
      try (agent;
          provider) {
        answers();
      } catch (IOException hungUp) {
        // so does the other side, by closing
      }
    }

    private void requests() throws IOException {
      String seen = "";
      byte[] bytes = new byte[8192];
      InputStream in = agent.getInputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        seen += new String(bytes, 0, n, ISO_8859_1);
        if (fault == null && seen.contains(request)) {
          fault = next.getAndSet(null);
          seen = "";
        }
        seen = seen.substring(Math.max(0, seen.length() - OVERLAP));
        Fault now = fault;
        if (now != null && now.losesRequest()) {
          now.happened().complete(null);
        } else {
          provider.getOutputStream().write(bytes, 0, n);
        }
      }
    }

    private void answers() throws IOException {
      byte[] bytes = new byte[8192];
      InputStream in = provider.getInputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        Fault now = fault;
        if (now != null) {
          now.happened().complete(null);
        } else {
          agent.getOutputStream().write(bytes, 0, n);
        }
      }
    }
  }
}
