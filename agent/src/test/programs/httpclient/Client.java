import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Sends with Apache HttpClient. */
class Client {
  private final CloseableHttpClient client =
      HttpClients.custom()
          .setDefaultRequestConfig(
              RequestConfig.custom().setResponseTimeout(2, TimeUnit.SECONDS).build())
          .build();

  String get(String url) throws Exception {
    return client.execute(new HttpGet(url), Client::answer);
  }

  String post(String url, String body) throws Exception {
    HttpPost request = new HttpPost(url);
    request.setEntity(new StringEntity(body));
    return client.execute(request, Client::answer);
  }

  /** On another thread. */
  String postElsewhere(String url, String body) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      return threads.submit(() -> post(url, body)).get();
    } finally {
      threads.shutdown();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private static String answer(ClassicHttpResponse response) throws IOException, HttpException {
    String text = EntityUtils.toString(response.getEntity());
    if (response.getCode() >= 400) {
      throw new IOException("status " + response.getCode());
    }
    return text;
  }
}
