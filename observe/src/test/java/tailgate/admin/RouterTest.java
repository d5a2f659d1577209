package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RouterTest {

  private static final HttpHandler BROKEN =
      exchange -> {
        throw new StackOverflowError("a page's bug");
      };

  private final AdminServer server;
  private final ThreadWatchdog watchdog = new ThreadWatchdog(Duration.ofMinutes(1), () -> 0);

  RouterTest() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    var refusals = new AdminRefusals();
    var access = new AccessCheck(loopback, host -> false);
    server =
        new AdminServer(
            new InetSocketAddress(loopback, 0),
            new Router(access, watchdog, refusals, Map.of("/broken", BROKEN)));
    server.start();
  }

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void aPageThatEndsWithAnErrorIsAnsweredWith500() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://localhost:" + server.address().getPort() + "/broken");
      var request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
      var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).contains("a page's bug");
    }
    assertThat(watchdog.watched()).isZero();
  }
}
