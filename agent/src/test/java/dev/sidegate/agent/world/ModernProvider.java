package dev.sidegate.agent.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A provider that speaks HTTP/2, with and without TLS, and HTTP/1.1 under TLS. */
public final class ModernProvider implements AutoCloseable {
  static final String PASSWORD = "changeit";

  /** A request that arrived. */
  public record Received(String version, String body, String key) {}

  private final Server server = new Server(daemons());
  private final Path keyStore = certificate();
  private final ServerConnector clear;
  private final ServerConnector secure;
  private final List<Received> received = new CopyOnWriteArrayList<>();

  /** Starts it, with a certificate of its own. */
  public ModernProvider() {
    HttpConfiguration plain = new HttpConfiguration();
    clear = connector(new HttpConnectionFactory(plain), new HTTP2CServerConnectionFactory(plain));
    HttpConfiguration tls = new HttpConfiguration();
    tls.addCustomizer(new SecureRequestCustomizer(false));
    SslContextFactory.Server context = new SslContextFactory.Server();
    context.setKeyStorePath(keyStore.toString());
    context.setKeyStorePassword(PASSWORD);
    ALPNServerConnectionFactory chosen = new ALPNServerConnectionFactory();
    chosen.setDefaultProtocol("http/1.1");
    secure =
        connector(
            new SslConnectionFactory(context, chosen.getProtocol()),
            chosen,
            new HTTP2ServerConnectionFactory(tls),
            new HttpConnectionFactory(tls));
    server.setHandler(new Answering());
    try {
      server.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Without TLS. */
  public String clear(String path) {
    return "http://localhost:" + clear.getLocalPort() + path;
  }

  /** With TLS; {@code /silent} never answers. */
  public String secure(String path) {
    return "https://localhost:" + secure.getLocalPort() + path;
  }

  /** All that were to change something, in order. */
  public List<Received> received() {
    return List.copyOf(received);
  }

  Path trustStore() {
    return keyStore;
  }

  private static QueuedThreadPool daemons() {
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setDaemon(true);
    return threads;
  }

  private ServerConnector connector(ConnectionFactory... protocols) {
    ServerConnector connector = new ServerConnector(server, 1, 1, protocols);
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    server.addConnector(connector);
    return connector;
  }

  /** The JDK has no public way to make a certificate but its tool. */
  private static Path certificate() {
    try {
      Path store = Files.createTempFile(Path.of("target"), "provider", ".p12");
      Files.delete(store);
      Process tool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  "provider",
                  "-keyalg",
                  "EC",
                  "-dname",
                  "CN=localhost",
                  "-ext",
                  "san=dns:localhost,ip:127.0.0.1",
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  store.toString(),
                  "-storepass",
                  PASSWORD)
              .inheritIO()
              .start();
      if (!tool.waitFor(60, TimeUnit.SECONDS) || tool.exitValue() != 0) {
        throw new IllegalStateException("keytool failed");
      }
      return store.toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Answering extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      String body = Content.Source.asString(request, StandardCharsets.UTF_8);
      if (request.getMethod().equals("POST")) {
        received.add(
            new Received(
                request.getConnectionMetaData().getHttpVersion().asString(),
                body,
                String.valueOf(request.getHeaders().get("Idempotency-Key"))));
      }
      if (Request.getPathInContext(request).equals("/silent")) {
        return true; // the request has arrived, and no answer goes back
      }
      response.getHeaders().put("X-Request-Id", "req-" + received.size());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
      Content.Sink.write(response, true, "receipt " + received.size(), callback);
      return true;
    }
  }
}
