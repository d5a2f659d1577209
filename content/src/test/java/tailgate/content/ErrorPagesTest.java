package tailgate.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.http.Handler;
import tailgate.http.Status;
import tailgate.queue.TaskExecutor;
import tailgate.server.RawClient;
import tailgate.server.RawClient.Reply;
import tailgate.server.ServerConfig;
import tailgate.server.TestServer;
import tailgate.server.Wire;
import tailgate.server.connection.Timeouts;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/** Every error response has the site's page for its status, whoever made it. */
final class ErrorPagesTest {

  @TempDir Path root;

  private final CountDownLatch release = new CountDownLatch(1);
  private TestServer server;

  @BeforeEach
  void serve() throws IOException {
    Files.writeString(root.resolve("a.txt"), "alpha");
    Files.createDirectory(root.resolve("errors"));
    for (Status status : Status.values()) {
      String name = "errors/" + status.code() + ".html";
      Files.writeString(root.resolve(name), page(status.code()));
    }
    server = start(TestServer.config());
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.close();
  }

  private TestServer start(ServerConfig config) {
    Handler files = TestSite.files(root);
    Handler handler =
        request -> {
          switch (request.target()) {
            case "/fail" -> throw new IOException("on purpose");
            case "/wait" -> release.await();
            default -> {}
          }
          return files.handle(request);
        };
    var stage =
        new Stage(
            "test",
            Dispatch.REQUEST,
            true,
            1,
            "",
            TaskExecutor.of(Executors.newVirtualThreadPerTaskExecutor()));
    return TestServer.start(stage, config, handler, TestSite.errorPages(root));
  }

  @ParameterizedTest
  @CsvSource({
    "GET /absent, '', 404",
    "GET /, '', 403",
    "GET /fail, '', 500",
    "GET /%2e%2e, '', 400",
    "POST /a.txt, '', 405",
    "BREW /a.txt, '', 501",
    "GET /a.txt, 'If-Match: \"other\"\r\n', 412",
    "GET /a.txt, 'Range: bytes=9-\r\n', 416",
    "GET /absent, 'Range: bytes=0-1\r\n', 404",
    "GET /absent, 'If-None-Match: *\r\n', 404",
    "GET /absent, 'If-Modified-Since: Sun, 06 Nov 2044 08:49:37 GMT\r\n', 404",
  })
  void theHandlersErrorsSayIt(String line, String fields, int status) throws IOException {
    String request = line + " HTTP/1.1\r\nHost: test\r\n" + fields + "\r\n";
    try (RawClient client = server.connect()) {
      Reply reply = client.send(request).read();
      assertIsPage(reply, status);
      assertThat(reply.field("Allow")).isEqualTo(status == 405 ? "GET, HEAD, OPTIONS" : null);
      assertThat(reply.field("Content-Range")).isEqualTo(status == 416 ? "bytes */5" : null);
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'GET / HTTP/1.1\r\n\r\n', 400",
    "'\u0016\u0003\u0001', 400",
    "'GET / HTTP/2.0\r\nHost: test\r\n\r\n', 505",
    "'GET / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: gzip, chunked\r\n\r\n', 501",
    "'GET / HTTP/1.1\r\nHost: test\r\nContent-Length: 99999999999999999999\r\n\r\n', 413",
    "'GET / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 400",
    "'GET / HTTP/1.1\r\nHost: test\r\nExpect: tea\r\n\r\n', 417",
  })
  void theServersRefusalsSayIt(String request, int status) throws IOException {
    assertRefused(request, status);
  }

  @Test
  void whatIsTooLongIsToldSo() throws IOException {
    assertRefused("GET /" + "x".repeat(100_000), 414);
    assertRefused("GET / HTTP/1.1\r\nX: " + "y".repeat(100_000), 431);
  }

  @Test
  void whatTakesTooLongIsToldSo() throws IOException {
    server.close();
    Duration brief = Duration.ofMillis(300);
    server =
        start(
            TestServer.config(
                100,
                OverloadPolicy.BLOCK,
                new Timeouts(brief, brief, Timeouts.DEFAULT.idle(), brief)));
    assertRefused("GET / HT", 408);
  }

  @Test
  void aHeadGetsTheHeadOfThePage() throws IOException {
    try (RawClient client = server.connect()) {
      Reply get = client.get("/absent").read();
      Reply head =
          client
              .send(
                  Wire.lines(
                      """
                      HEAD /absent HTTP/1.1
                      Host: test

                      """))
              .readHeadOnly();
      assertThat(head.headWithoutDate()).isEqualTo(get.headWithoutDate());
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void aHeadWithABodyThatIsRefusedGetsNoContent() throws IOException {
    String head =
        Wire.lines(
            """
            HEAD / HTTP/1.1
            Host: test
            Transfer-Encoding: chunked

            xyz
            """);
    try (RawClient client = server.connect()) {
      Reply reply = client.send(head).readHeadOnly();
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.field("Content-Length")).isEqualTo("" + page(400).length());
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void aLargePageArrivesWhole() throws IOException {
    String page = "0123456789abcdef".repeat(4096);
    Files.writeString(root.resolve("errors/404.html"), page);
    try (RawClient client = new RawClient(server.server().address(), 4096)) {
      for (int i = 0; i < 20; i++) {
        client.get("/absent");
      }
      for (int i = 0; i < 20; i++) {
        assertThat(client.read().text()).isEqualTo(page);
      }
    }
  }

  @Test
  void aRejectedConnectionGetsNoPage() throws IOException {
    server.close();
    server = start(TestServer.config(1, OverloadPolicy.REJECT, Timeouts.DEFAULT));
    try (RawClient first = server.connect()) {
      first.get("/wait");
      server.awaitConnections(1);
      try (RawClient second = server.connect()) {
        Reply reply = second.read();
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.body()).isEmpty();
        assertThat(reply.field("Retry-After")).isNotNull();
      }
    }
  }

  private void assertRefused(String request, int status) throws IOException {
    try (RawClient client = server.connect()) {
      Reply reply = client.send(request).read();
      assertIsPage(reply, status);
      assertThat(reply.field("Connection")).isEqualTo("close");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  private static void assertIsPage(Reply reply, int status) {
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.text()).isEqualTo(page(status));
    assertThat(reply.field("Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(reply.field("X-Content-Type-Options")).isEqualTo("nosniff");
    for (String name : new String[] {"ETag", "Last-Modified", "Accept-Ranges", "Vary"}) {
      assertThat(reply.field(name)).as(name).isNull();
    }
  }

  private static String page(int status) {
    return "<p>This is page " + status;
  }
}
