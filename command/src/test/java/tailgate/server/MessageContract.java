package tailgate.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.content.TestSite;
import tailgate.http.DeferredResponse;
import tailgate.http.Handler;
import tailgate.server.RawClient.Reply;

/** Requests that are answered: responses, persistence, bodies. */
abstract class MessageContract extends ContractFixture {
  // ---- a request and its response

  @Test
  void servesAFileWithItsHead() throws IOException {
    try (RawClient client = server.connect()) {
      Reply reply = client.get("/a.txt").read();
      assertThat(reply.head()).startsWith("HTTP/1.1 200 OK\r\n");
      assertThat(reply.field("Content-Type")).isEqualTo("text/plain; charset=utf-8");
      assertThat(reply.field("Content-Length")).isEqualTo("5");
      assertThat(reply.field("Last-Modified")).endsWith(" GMT");
      assertThat(reply.field("Date")).endsWith(" GMT").hasSize(29);
      assertThat(reply.text()).isEqualTo("alpha");
    }
  }

  @Test
  void sendsHeadAndSmallBodyTogether() throws IOException {
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").readOnce()).endsWith("\r\n\r\nalpha");
      assertThat(client.get("/absent").readOnce()).contains("\r\n\r\n").endsWith("\n");
    }
  }

  @Test
  void servesTheIndexOfAFolder() throws IOException {
    try (RawClient client = server.connect()) {
      assertThat(client.get("/").read().text()).isEqualTo("<p>hello");
    }
  }

  @Test
  void listsAFolderWhereThatIsWanted() throws IOException {
    Files.delete(root.resolve("index.html"));
    try (RawClient client = server.connect()) {
      assertThat(client.get("/").read().status()).isEqualTo(403);
    }
    server.close();
    server = start(TestServer.config(), TestSite.listedFiles(root));
    try (RawClient client = server.connect()) {
      assertThat(client.get("/").read().text()).contains("<a href=\"a.txt\">");
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @Test
  void answersHeadWithTheHeadOfGet() throws IOException {
    try (RawClient client = server.connect()) {
      Reply get = client.get("/a.txt").read();
      Reply head =
          client
              .send(
                  Wire.lines(
                      """
                      HEAD /a.txt HTTP/1.1
                      Host: test

                      """))
              .readHeadOnly();
      assertThat(head.headWithoutDate()).isEqualTo(get.headWithoutDate());
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @Test
  void readsARequestThatComesByteByByte() throws IOException {
    try (RawClient client = server.connect()) {
      for (char octet : Wire.get("/a.txt").toCharArray()) {
        client.send(String.valueOf(octet));
      }
      assertThat(client.read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void answersPipelinedRequestsInOrder() throws IOException {
    String a = Wire.get("/a.txt");
    String b = Wire.get("/b.txt");
    try (RawClient client = server.connect()) {
      client.send((a + b).repeat(500));
      for (int i = 0; i < 500; i++) {
        assertThat(client.read().text()).isEqualTo("alpha");
        assertThat(client.read().text()).isEqualTo("beta");
      }
    }
  }

  @Test
  void sendsALargeFileWhole() throws IOException {
    try (RawClient client = server.connect()) {
      assertThat(client.get("/big.bin").read().body()).isEqualTo(bytes(BIG));
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void sendsALargeFileWholeToAReaderWithATinyWindow() throws IOException {
    try (RawClient client = new RawClient(server.server().address(), 4096)) {
      assertThat(client.get("/big.bin").read().body()).isEqualTo(bytes(BIG));
    }
  }

  @Test
  void answersAClientThatHasEndedItsSide() throws IOException {
    try (RawClient client = server.connect()) {
      client.get("/a.txt").endOutput();
      assertThat(client.read().text()).isEqualTo("alpha");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void answersOptionsForAFileAndForTheServer() throws IOException {
    try (RawClient client = server.connect()) {
      for (String target : new String[] {"/a.txt", "*"}) {
        Reply reply = client.send("OPTIONS " + target + " HTTP/1.1\r\nHost: t\r\n\r\n").read();
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.field("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(reply.field("Content-Length")).isNull();
      }
    }
  }

  @Test
  void sendsNothingToWhoHasTheFile() throws IOException {
    try (RawClient client = server.connect()) {
      String tag = String.valueOf(client.get("/a.txt").read().field("ETag"));
      Reply reply = client.get("/a.txt", "If-None-Match: " + tag).read();
      assertThat(reply.status()).isEqualTo(304);
      assertThat(reply.field("ETag")).isEqualTo(tag);
      assertThat(client.get("/a.txt", "If-None-Match: \"other\"").read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void sendsPartsOfAFile() throws IOException {
    byte[] whole = bytes(BIG);
    String target = "/big.bin";
    try (RawClient client = server.connect()) {
      Reply part = client.get(target, "Range: bytes=1000000-3999999").read();
      assertThat(part.status()).isEqualTo(206);
      assertThat(part.field("Content-Range")).isEqualTo("bytes 1000000-3999999/" + BIG);
      assertThat(part.body()).isEqualTo(Arrays.copyOfRange(whole, 1_000_000, 4_000_000));

      Reply parts = client.get(target, "Range: bytes=0-9,500000-1500000,-5").read();
      assertThat(parts.status()).isEqualTo(206);
      assertThat(parts.text())
          .contains("\r\nContent-Range: bytes 0-9/" + BIG)
          .contains(latin1(Arrays.copyOfRange(whole, 500_000, 1_500_001)))
          .contains("\r\n\r\n" + latin1(Arrays.copyOfRange(whole, BIG - 5, BIG)) + "\r\n--");

      Reply none = client.get(target, "Range: bytes=" + BIG + "-").read();
      assertThat(none.status()).isEqualTo(416);
      assertThat(none.field("Content-Range")).isEqualTo("bytes */" + BIG);
    }
  }

  @Test
  void compressesTextForWhoAcceptsIt() throws IOException {
    try (RawClient client = server.connect()) {
      Reply coded = client.get("/long.txt", "Accept-Encoding: gzip").read();
      assertThat(coded.field("Content-Encoding")).isEqualTo("gzip");
      assertThat(coded.field("Vary")).isEqualTo("Accept-Encoding");
      try (var content = new GZIPInputStream(new ByteArrayInputStream(coded.body()))) {
        assertThat(new String(content.readAllBytes(), US_ASCII)).isEqualTo(LONG_TEXT);
      }
      Reply plain = client.get("/long.txt", "Accept-Encoding: gzip;q=0").read();
      assertThat(plain.field("Content-Encoding")).isNull();
      assertThat(plain.field("Vary")).isEqualTo("Accept-Encoding");
      assertThat(plain.text()).isEqualTo(LONG_TEXT);
      assertThat(plain.field("ETag")).isNotEqualTo(coded.field("ETag"));
    }
  }

  // ---- a response that is deferred

  @Test
  void answersInOrderWhenTheWorkIsDone() throws Exception {
    server.close();
    var work = new CompletableFuture<Void>();
    server = start(TestServer.config(), deferredBy(work));
    try (RawClient client = server.connect()) {
      client.send(Wire.get("/a.txt"));
      client.send(Wire.get("/b.txt")); // perhaps while the first one waits
      work.complete(null);
      assertThat(client.read().text()).isEqualTo("alpha");
      assertThat(client.read().text()).isEqualTo("beta");
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void answersEveryRequestHoweverLateItsWorkIsDone() throws Exception {
    server.close();
    Handler files = TestSite.files(root);
    try (var workers = Executors.newFixedThreadPool(4)) {
      server =
          start(
              TestServer.config(),
              request ->
                  new DeferredResponse(CompletableFuture.runAsync(() -> {}, workers), files));
      try (RawClient client = server.connect()) {
        for (int i = 0; i < 2_000; i++) { // it is done before, while and after it is waited for
          assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
        }
      }
    }
  }

  // ---- persistence

  @Test
  void keepsAnHttp11ConnectionOpenAndSaysNothingOfIt() throws IOException {
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").read().field("Connection")).isNull();
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /a.txt HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n",
        "GET /a.txt HTTP/1.1\r\nHost: test\r\nConnection: foo, CLOSE\r\n\r\n",
        "GET /a.txt HTTP/1.0\r\n\r\n"
      })
  void closesWhereTheClientWantsIt(String request) throws IOException {
    try (RawClient client = server.connect()) {
      Reply reply = client.send(request).read();
      assertThat(reply.field("Connection")).isEqualTo("close");
      assertThat(reply.text()).isEqualTo("alpha");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void keepsAnHttp10ConnectionOpenOnRequestAndSaysSo() throws IOException {
    try (RawClient client = server.connect()) {
      client.send(
          Wire.lines(
              """
              GET /a.txt HTTP/1.0
              Connection: Keep-Alive

              """));
      assertThat(client.read().field("Connection")).isEqualTo("keep-alive");
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @Test
  void closesAfterEachResponseWithoutKeepAlive() throws IOException {
    server.close();
    server = start(false, TestServer.config(), TestSite.files(root));
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").read().field("Connection")).isEqualTo("close");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  // ---- bodies

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\n\r\nhello",
        "Content-Length: 0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\nA: b\r\n\r\n"
      })
  void passesOverABodyToTheNextRequest(String rest) throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET /a.txt HTTP/1.1\r\nHost: test\r\n" + rest).get("/b.txt");
      assertThat(client.read().text()).isEqualTo("alpha");
      assertThat(client.read().text()).isEqualTo("beta");
    }
  }

  @Test
  void passesOverABodyThatComesInPieces() throws IOException {
    try (RawClient client = server.connect()) {
      client.send(
          Wire.lines(
              """
              GET /a.txt HTTP/1.1
              Host: test
              Content-Length: 100000

              """));
      for (int i = 0; i < 100; i++) {
        client.send("x".repeat(1000));
      }
      assertThat(client.read().text()).isEqualTo("alpha");
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @Test
  void tellsAClientThatExpectsItToContinue() throws IOException {
    try (RawClient client = server.connect()) {
      client.send(
          Wire.lines(
              """
              GET /a.txt HTTP/1.1
              Host: test
              Content-Length: 2
              """));
      client.send("Expect: 100-continue\r\n\r\n");
      assertThat(client.readHead()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      assertThat(client.send("hi").read().text()).isEqualTo("alpha");
    }
  }
}
