package example;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import tailgate.http.DeferredResponse;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/** Asks a slow service for each answer; with dispatch by request no thread waits for it. */
public final class DeferredAnswers implements Handler, AutoCloseable {

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest question =
      HttpRequest.newBuilder(URI.create("http://127.0.0.1:8020/robots.txt"))
          .timeout(Duration.ofSeconds(1))
          .build();

  @Override
  public Response handle(Request request) {
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(question, BodyHandlers.ofString());
    // If the question has failed, join throws, and the client gets a 500.
    Handler next = again -> Response.status(Status.OK).text(answer.join().body());
    return new DeferredResponse(answer, next);
  }

  @Override
  public boolean isPrompt() {
    return true;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
