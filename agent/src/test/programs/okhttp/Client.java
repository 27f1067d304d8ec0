import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Sends with OkHttp. */
class Client {
  private final OkHttpClient client =
      new OkHttpClient.Builder().readTimeout(2, TimeUnit.SECONDS).build();

  String get(String url) throws Exception {
    try (Response response = client.newCall(new Request.Builder().url(url).build()).execute()) {
      return response.body().string();
    }
  }

  String post(String url, String body) throws Exception {
    try (Response response = client.newCall(request(url, body)).execute()) {
      return answer(response);
    }
  }

  /** On the dispatcher's threads. */
  String postElsewhere(String url, String body) throws Exception {
    CompletableFuture<String> answered = new CompletableFuture<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    client
        .newBuilder()
        .dispatcher(new Dispatcher(threads))
        .build()
        .newCall(request(url, body))
        .enqueue(
            new Callback() {
              @Override
              public void onFailure(Call call, IOException failure) {
                answered.completeExceptionally(failure);
              }

              @Override
              public void onResponse(Call call, Response response) throws IOException {
                try (response) {
                  answered.complete(answer(response));
                } catch (IOException failure) {
                  answered.completeExceptionally(failure);
                }
              }
            });
    try {
      return answered.get();
    } finally {
      threads.shutdown();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private static String answer(Response response) throws IOException {
    String text = response.body().string();
    if (response.code() >= 400) {
      throw new IOException("status " + response.code());
    }
    return text;
  }

  private static Request request(String url, String body) {
    return new Request.Builder().url(url).post(RequestBody.create(null, body)).build();
  }
}
