package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.content.TestSite;
import tailgate.http.Handler;
import tailgate.server.RawClient.Reply;
import tailgate.server.observe.ServerCounters.ServerEvent;

/** Requests that are not: the right status, and a connection that is closed or goes on. */
abstract class RefusalContract extends MessageContract {
  // ---- refusals

  @ParameterizedTest
  @CsvSource({
    "GET /absent HTTP/1.1, 404",
    "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1, 400",
    "GET /../../etc/passwd HTTP/1.1, 400",
    "GET /..%5c..%5cetc/passwd HTTP/1.1, 404",
    "GET /.hidden HTTP/1.1, 404",
    "GET /a.txt/ HTTP/1.1, 404",
    "POST /a.txt HTTP/1.1, 405",
    "BREW /a.txt HTTP/1.1, 501",
  })
  void refusesAndGoesOn(String requestLine, int status) throws IOException {
    try (RawClient client = server.connect()) {
      Reply reply = client.send(requestLine + "\r\nHost: test\r\n\r\n").read();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.field("Allow")).isEqualTo(status == 405 ? "GET, HEAD, OPTIONS" : null);
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'GET / HTTP/1.1\r\n\r\n', 400",
    "'GET / HTTP/1.1\nHost: test\n\n', 400",
    "'GET / HTTP/1.1\r\nHost : test\r\n\r\n', 400",
    "'GET / HTTP/2.0\r\nHost: test\r\n\r\n', 505",
    "'GET / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400",
    "'GET / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: gzip, chunked\r\n\r\n', 501",
    "'GET / HTTP/1.1\r\nHost: test\r\nContent-Length: 99999999999999999999\r\n\r\n', 413",
    "'GET / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 400",
    "'GET / HTTP/1.1\r\nHost: test\r\nExpect: tea\r\n\r\n', 417",
    "'\u0016\u0003\u0001', 400",
  })
  void refusesAndCloses(String request, int status) throws IOException {
    try (RawClient client = server.connect()) {
      Reply reply = client.send(request).read();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.field("Connection")).isEqualTo("close");
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertThat(server.server().counters().refusals()).isEqualTo(1);
  }

  @Test
  void refusesATargetThatIsTooLongAndDeliversTheStatusThoughTheClientGoesOnSending()
      throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET /" + "x".repeat(1_000_000));
      assertThat(client.read().status()).isEqualTo(414);
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void refusesAHeadThatIsTooLong() throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET / HTTP/1.1\r\nHost: test\r\n");
      client.send(("X: " + "y".repeat(1000) + "\r\n").repeat(100));
      assertThat(client.read().status()).isEqualTo(431);
    }
  }

  @Test
  void sendsThePagesThatTheSiteHasForErrors() throws IOException {
    Files.createDirectory(root.resolve("errors"));
    Files.writeString(root.resolve("errors/404.html"), "<p>Gone fishing.");
    Files.writeString(root.resolve("errors/400.html"), "<p>Pardon?");
    server.close();
    server =
        TestServer.start(
            stage(true), TestServer.config(), TestSite.files(root), TestSite.errorPages(root));
    try (RawClient client = server.connect()) {
      assertThat(client.get("/absent").read().text()).isEqualTo("<p>Gone fishing.");
      Reply refusal = client.send("GET / HTTP/1.1\r\n\r\n").read();
      assertThat(refusal.status()).isEqualTo(400);
      assertThat(refusal.text()).isEqualTo("<p>Pardon?");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void answers500WhereTheHandlerFailsAndGoesOn() throws Exception {
    server.close();
    Handler files = TestSite.files(root);
    server =
        start(
            TestServer.config(),
            request -> {
              if (request.target().equals("/fail")) {
                throw new IOException("on purpose");
              }
              return files.handle(request);
            });
    try (RawClient client = server.connect()) {
      Reply reply = client.get("/fail").read();
      assertThat(reply.status()).isEqualTo(500);
      assertThat(reply.text()).doesNotContain("on purpose");
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
    }
    assertThat(server.server().counters().events(ServerEvent.HANDLER_FAILED)).isEqualTo(1);
  }

  @Test
  void survivesAnErrorInTheHandler() throws Exception {
    server.close();
    Handler files = TestSite.files(root);
    server =
        start(
            TestServer.config(),
            request -> {
              if (request.target().equals("/fail")) {
                throw new StackOverflowError("on purpose");
              }
              return files.handle(request);
            });
    for (int i = 0; i < 300; i++) {
      try (RawClient client = server.connect()) {
        assertThat(client.get("/fail").read().status()).isEqualTo(500);
      }
    }
    assertServes(server);
  }

  @Test
  void forgetsTheInterruptThatAHandlerLeavesBehind() throws Exception {
    server.close();
    Handler files = TestSite.files(root);
    server =
        start(
            TestServer.config(),
            request -> {
              var response = files.handle(request);
              if (request.target().endsWith("?interrupt")) {
                Thread.currentThread().interrupt();
              }
              return response;
            });
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt?interrupt").read().text()).isEqualTo("alpha");
      assertThat(client.get("/big.bin").read().body()).isEqualTo(bytes(BIG));
      assertThat(client.get("/big.bin?interrupt").read().body()).isEqualTo(bytes(BIG));
    }
    assertServes(server);
  }
}
