package dev.sidegate.agent.world;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A way to the database that can be closed while the database itself goes on. */
public final class Tunnel implements AutoCloseable {
  private final ServerSocket entrance;
  private final int target;
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  /** Opens a way to a port of this machine. */
  public Tunnel(int target) {
    this.target = target;
    try {
      entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  /** The port to connect to. */
  public int port() {
    return entrance.getLocalPort();
  }

  /** Ends every connection, and takes no new one. */
  @Override
  public void close() {
    closeQuietly(entrance);
    open.forEach(Tunnel::closeQuietly);
  }

  private void accept() {
    try {
      while (true) {
        Socket in = entrance.accept();
        Socket out = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(in);
        open.add(out);
        daemon(() -> copy(in, out));
        daemon(() -> copy(out, in));
      }
    } catch (IOException closed) {
      // that is how it ends
    }
  }

  private static void copy(Socket from, Socket to) {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException closed) {
      // that is how it ends
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "tunnel");
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(AutoCloseable open) {
    try {
      open.close();
    } catch (Exception alreadyClosed) {
      // fine
    }
  }
}
