package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.server.Server;

/** The handler in a real server, on a free port of this JVM. */
class MyHandlerTest {

  private final Server server = new tailgate.threadpool.Main().serve(new MyHandler(), "--port=0");

  @AfterEach
  void stop() throws InterruptedException {
    server.stop(Duration.ZERO);
  }

  @Test
  void answersAGet() throws Exception {
    HttpResponse<String> response = send(HttpRequest.newBuilder(uri("/world")).build());

    assertEquals(200, response.statusCode());
    assertEquals("Hello, /world\n", response.body());
  }

  @Test
  void readsTheBodyOfAPost() throws Exception {
    HttpResponse<String> response =
        send(HttpRequest.newBuilder(uri("/")).POST(BodyPublishers.ofString("hello")).build());

    assertEquals(201, response.statusCode());
    assertEquals("5 bytes\n", response.body());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.address().getPort() + path);
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString());
    }
  }
}
