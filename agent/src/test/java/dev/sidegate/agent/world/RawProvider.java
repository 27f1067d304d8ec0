package dev.sidegate.agent.world;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A provider that is ill, on sockets of its own. What its path names happens after the request was
 * booked: {@code /ok}, {@code /502}, {@code /429}, {@code /reset} before an answer, {@code /half}
 * an answer, {@code /once} an answer whose connection is then closed without a word, {@code
 * /silent}.
 */
public final class RawProvider implements AutoCloseable {

  /** A request that was booked. */
  public record Booked(String method, String body, String key) {}

  private final ServerSocket entrance;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final List<Booked> booked = new CopyOnWriteArrayList<>();

  /** Starts it. */
  public RawProvider() {
    try {
      entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  /** A place of it. */
  public String url(String path) {
    return "http://127.0.0.1:" + entrance.getLocalPort() + path;
  }

  /** All unsafe requests that arrived whole, but for those that only warm a JVM up. */
  public List<Booked> booked() {
    return List.copyOf(booked);
  }

  private void accept() {
    try {
      while (true) {
        Socket in = entrance.accept();
        open.add(in);
        daemon(() -> serve(in));
      }
    } catch (IOException closed) {
      // that is how it ends
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        if (!answer(line.split(" "), in, socket)) {
          return;
        }
      }
    } catch (IOException closed) {
      // the client's own affair
    }
  }

  /** Whether the connection stays open. */
  private boolean answer(String[] request, InputStream in, Socket socket) throws IOException {
    int length = 0;
    String key = "none";
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      String[] both = header.split(": ", 2);
      switch (both[0].toLowerCase(Locale.ROOT)) {
        case "content-length" -> length = Integer.parseInt(both[1]);
        case "idempotency-key" -> key = both[1];
        default -> {
          // of no interest
        }
      }
    }
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    if (!request[0].equals("GET") && !body.startsWith("warm")) {
      booked.add(new Booked(request[0], body, key));
    }
    return answer(request[1], socket);
  }

  private boolean answer(String path, Socket socket) throws IOException {
    String text = "receipt " + booked.size();
    switch (path) {
      case "/reset" -> {
        socket.setSoLinger(true, 0);
        return false;
      }
      case "/silent" -> {
        return socket.getInputStream().read() >= 0; // until the client gives up
      }
      case "/half" -> {
        write(socket, "200 OK", "Content-Length: 1000\r\n", text);
        return false;
      }
      case "/502" -> write(socket, "502 Bad Gateway", length(text), text);
      case "/429" -> write(socket, "429 Too Many", "Retry-After: 7\r\n" + length(text), text);
      default -> write(socket, "200 OK", length(text), text);
    }
    return !path.equals("/once");
  }

  private static String length(String text) {
    return "Content-Length: " + text.length() + "\r\n";
  }

  private void write(Socket socket, String status, String headers, String text) throws IOException {
    String head =
        "HTTP/1.1 " + status + "\r\nX-Request-Id: req-" + booked.size() + "\r\n" + headers;
    socket.getOutputStream().write((head + "\r\n" + text).getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "ill provider");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      entrance.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException alreadyClosed) {
      // fine
    }
  }
}
