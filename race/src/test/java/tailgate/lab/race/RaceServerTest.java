package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RaceServerTest {

  private final Control control = new Control(RaceSettings.USUAL, System::nanoTime);
  private final Broadcast broadcast = new Broadcast();
  private final HttpClient client = HttpClient.newHttpClient();
  private RaceServer server;

  @BeforeEach
  void start() throws IOException {
    Api api = new Api(control, () -> broadcast.now().state());
    server = new RaceServer(0, api, new FrameStream(broadcast, control, System::nanoTime));
  }

  @AfterEach
  void stop() {
    broadcast.close();
    server.close();
    client.close();
  }

  @Test
  void aChangeAnswersAllSettings() throws Exception {
    HttpResponse<String> answer = post("/api/settings", "{\"rate\": 70}");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("\"rate\":70.0", "\"workers\":8");
    assertThat(control.wanted().settings().rate()).isEqualTo(70);
  }

  @Test
  void aWrongChangeAnswersWhy() throws Exception {
    HttpResponse<String> answer = post("/api/settings", "{\"rate\": -1}");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).isEqualTo("{\"error\":\"rate must be between 0 and 5000\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/settings, {, 400",
    "/api/settings, null, 400",
    "/api/spike, '', 200",
    "/api/reset, {\"restart\": true}, 200",
    "/api/lanes/threadpool/start, '', 200",
    "/api/lanes/nginx/start, '', 404",
    "/api/nothing, {}, 404"
  })
  void answersEachPost(String path, String body, int status) throws Exception {
    assertThat(post(path, body).statusCode()).isEqualTo(status);
  }

  @Test
  void aFormOfAnotherSiteCannotPost() throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri("/api/spike")).POST(HttpRequest.BodyPublishers.noBody());

    assertThat(send(request.header("Content-Type", "application/json"))).isEqualTo(403);
    assertThat(send(request.setHeader(Api.OURS, "1").setHeader("Content-Type", "text/plain")))
        .isEqualTo(415);
    assertThat(
            send(
                request
                    .setHeader("Content-Type", "application/json")
                    .header("Sec-Fetch-Site", "cross-site")))
        .isEqualTo(403);
    assertThat(control.isSpike()).isFalse();
  }

  @Test
  void anotherHostIsRefused() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /api/race HTTP/1.1\r\nHost: evil.example\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(reader(socket).readLine()).isEqualTo("HTTP/1.1 403 Forbidden");
    }
  }

  @ParameterizedTest
  @CsvSource({"/../Race.class", "/Race.class", "/page/../x.js", "/nothing.js"})
  void onlyFilesOfThePageAreServed(String path) throws Exception {
    assertThat(send(HttpRequest.newBuilder(uri(path)))).isEqualTo(404);
  }

  @Test
  void aPageGetsTheStateAtOnceAndThenFrames() throws Exception {
    broadcast.state("{\"phase\":\"running\"}");
    broadcast.frame("{\"t\":1}");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /api/frames HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      BufferedReader in = reader(socket);

      assertThat(event(in)).isEqualTo("event: state data: {\"phase\":\"running\"}");
      assertThat(event(in)).isEqualTo("event: frame data: {\"t\":1}");
      broadcast.frame("{\"t\":2}");
      assertThat(event(in)).isEqualTo("event: frame data: {\"t\":2}");
    }
  }

  private static String event(BufferedReader in) throws IOException {
    String line = in.readLine();
    while (!line.startsWith("event:")) {
      line = in.readLine();
    }
    return line + " " + in.readLine();
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.address().getPort() + path);
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(path))
            .header(Api.OURS, "1")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private int send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
