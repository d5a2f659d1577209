package tailgate.downstream;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;

/**
 * Asks an HTTP server with the client of the JDK that is not tied to a thread. The thread that
 * handles the request waits for it. Set up by {@link BackEndSettings}.
 */
public final class JavaNetHttp implements Handler, AutoCloseable {

  private static final int OK = 200;

  private final HttpClient client;
  private final HttpRequest question;
  private final Calls calls;

  /**
   * Creates the handler; called by the server that loads it.
   *
   * @throws IllegalArgumentException if it is not set up
   */
  public JavaNetHttp() {
    this(BackEndSettings.ofThisJvm());
  }

  JavaNetHttp(BackEndSettings settings) {
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(settings.timeout())
            .build();
    question = HttpRequest.newBuilder(settings.uri()).timeout(settings.timeout()).build();
    calls = new Calls(settings.bound());
  }

  @Override
  public Response handle(Request request) throws InterruptedException {
    return answer();
  }

  /** Answers every request in the same way. */
  Response answer() throws InterruptedException {
    return calls.answer(this::ask);
  }

  private String ask() throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(question, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != OK) {
      throw new IOException("the back end has answered " + answer.statusCode());
    }
    return answer.body();
  }

  /** Ends its threads without waiting for calls. */
  @Override
  public void close() {
    client.shutdownNow();
  }
}
