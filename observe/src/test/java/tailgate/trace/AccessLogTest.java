package tailgate.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.content.TestSite;
import tailgate.server.RawClient;
import tailgate.server.TestServer;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.Observation;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/** From the bytes on the wire to the lines in the file. */
@Tag("slow")
class AccessLogTest {

  private static final String HOST = "Host: test\r\n";
  private static final int BIG = 32 << 20;

  @TempDir Path folder;

  private AccessLog log;
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    Path root = Files.createDirectory(folder.resolve("www"));
    Files.writeString(root.resolve("a.txt"), "alpha");
    Files.write(root.resolve("big.bin"), new byte[BIG]);
    start(file().toString(), LogFormat.COMBINED);
  }

  private void start(String file, LogFormat format) throws IOException {
    log = AccessLog.open(file, format);
    Duration brief = Duration.ofMillis(300);
    server =
        TestServer.start(
            new Stage("log", Dispatch.REQUEST, true, 1, "none", new DirectExecutor()),
            TestServer.config(
                100,
                OverloadPolicy.BLOCK,
                new Timeouts(brief, brief, Timeouts.DEFAULT.idle(), Timeouts.DEFAULT.write())),
            TestSite.files(folder.resolve("www")),
            Observation.NONE.and(log));
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.stop();
    log.close();
  }

  // ---- what is in a line

  @Test
  void aCombinedLineHasRefererAndUserAgent() throws Exception {
    timing(
        "GET /a.txt?x=1 HTTP/1.1\r\n"
            + HOST
            + "user-agent: \t curl/8.5.0 (x) \r\nReferer: http://other/\r\n\r\n");
    assertThat(lines()).hasSize(1);
    assertThat(lines().getFirst())
        .matches(
            "127\\.0\\.0\\.1 - - \\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d [+-]\\d{4}\\]"
                + " \"GET /a\\.txt\\?x=1 HTTP/1\\.1\" 200 5"
                + " \"http://other/\" \"curl/8\\.5\\.0 \\(x\\)\"");
  }

  @Test
  void whatIsNotSentIsAHyphenAndWhatIsEmptyIsEmpty() throws Exception {
    timing("GET /a.txt HTTP/1.1\r\n" + HOST + "Referer:\r\n\r\n");
    assertThat(withoutPrefix()).containsExactly("\"GET /a.txt HTTP/1.1\" 200 5 \"\" \"-\"");
  }

  @Test
  void aCommonLineEndsWithTheBytes() throws Exception {
    stop();
    start(file().toString(), LogFormat.COMMON);
    timing("GET /a.txt HTTP/1.1\r\n" + HOST + "Referer: x\r\n\r\n");
    assertThat(withoutPrefix()).containsExactly("\"GET /a.txt HTTP/1.1\" 200 5");
  }

  @Test
  void whatHasNoContentHasAHyphenForItsBytes() throws Exception {
    String tag = timing("GET /a.txt HTTP/1.1\r\n" + HOST + "\r\n").field("ETag");
    try (RawClient client = server.connect()) {
      client.send("HEAD /a.txt HTTP/1.1\r\n" + HOST + "\r\n").readHeadOnly();
      client.get("/a.txt", "If-None-Match: " + tag).readHeadOnly();
    }
    assertThat(withoutPrefix())
        .containsExactly(
            "\"GET /a.txt HTTP/1.1\" 200 5 \"-\" \"-\"",
            "\"HEAD /a.txt HTTP/1.1\" 200 - \"-\" \"-\"",
            "\"GET /a.txt HTTP/1.1\" 304 - \"-\" \"-\"");
  }

  @Test
  void aRequestLineIsLoggedAsItCame() throws Exception {
    RawClient.Reply reply = timing("\r\nBREW http://test/p%20ot?\"\\ HTTP/1.1\r\n" + HOST + "\r\n");
    assertThat(withoutPrefix())
        .containsExactly(
            "\"BREW http://test/p%20ot?\\\"\\\\ HTTP/1.1\" "
                + reply.status()
                + " "
                + reply.body().length
                + " \"-\" \"-\"");
  }

  @Test
  void aClientThatGoesAwayHasTheBytesThatWereSentOfItsContent() throws Exception {
    long received;
    try (RawClient client = server.connect()) {
      client.get("/big.bin").readHead();
      received = client.readBytes(1 << 20).length;
      client.reset();
    }
    String line = withoutPrefix().getFirst();
    assertThat(line).matches("\"GET /big\\.bin HTTP/1\\.1\" 200 \\d+ \"-\" \"-\"");
    assertThat(Long.parseLong(line.split(" ", -1)[4])).isBetween(received, BIG - 1L);
  }

  // ---- what was refused

  @ParameterizedTest
  @CsvSource({
    "'GET /\\rx HTTP/1.1\\r\\n\\r\\n', GET /\\rx HTTP/1.1, 400",
    "'GET /x HTTP/1.1\\n\\n', GET /x HTTP/1.1, 400",
    "'\u0016\u0003\u0001\u00ff', \\x16\\x03\\x01\\xff, 400",
    "'GET / HTTP/1.1\\r\\n\\r\\n', GET / HTTP/1.1, 400",
    "'GET /\u00e4 HTTP/1.1\\r\\n', GET /\\xe4 HTTP/1.1, 400",
    "'GET / HTTP/2.0\\r\\n', GET / HTTP/2.0, 505",
  })
  void aRefusedRequestHasItsFirstLineAsFarAsItCame(String sent, String logged, int status)
      throws Exception {
    RawClient.Reply reply = timing(sent.replace("\\r", "\r").replace("\\n", "\n"));
    assertThat(reply.status()).isEqualTo(status);
    assertThat(withoutPrefix())
        .containsExactly(
            '"' + logged + "\" " + status + " " + reply.body().length + " \"-\" \"-\"");
  }

  @Test
  void aRequestThatStopsOnItsWayHasWhatCameOfIt() throws Exception {
    RawClient.Reply reply = timing("GET /a");
    assertThat(withoutPrefix())
        .containsExactly("\"GET /a\" 408 " + reply.body().length + " \"-\" \"-\"");
  }

  @Test
  void aRequestWithoutALineHasAHyphen() throws Exception {
    RawClient.Reply reply = timing("\r\n\r\n\n");
    assertThat(withoutPrefix())
        .containsExactly("\"-\" 400 " + reply.body().length + " \"-\" \"-\"");
  }

  @Test
  void noLineCanBeForged() throws Exception {
    String forged = "127.0.0.1 - - [x] \"GET /forged HTTP/1.1\" 200 5";
    timing("GET /a.txt\n" + forged + "\r\n\r\n");
    timing("GET /a.txt HTTP/1.1\r\n" + HOST + "Referer: x\r\n\n" + forged + "\r\n\r\n");
    timing("GET /a.txt\" 200 5\" HTTP/1.1\r\n" + HOST + "\r\n");
    timing("GET /%22 HTTP/1.1\r\n" + HOST + "User-Agent: \" \\\"\t\u0085\r\n\r\n");
    List<String> lines = withoutPrefix();
    assertThat(lines).hasSize(4).noneMatch(line -> line.contains("forged"));
    assertThat(lines.get(2)).startsWith("\"GET /a.txt\\\" 200 5\\\" HTTP/1.1\" 400 ");
    assertThat(lines.get(3)).startsWith("\"GET /%22 HTTP/1.1\" 404 ");
    assertThat(lines.get(3)).endsWith(" \"-\" \"\\\" \\\\\\\"\\t\\x85\"");
  }

  // ---- the file

  @Test
  void linesAreThereSoonAlsoIfNothingFollows() throws Exception {
    timing("GET /a.txt HTTP/1.1\r\n" + HOST + "\r\n");
    Awaitility.await().until(() -> Files.size(file()) > 0);
  }

  @Test
  void aFileThatIsMovedAwayIsBegunAnew() throws Exception {
    timing("GET /a.txt?1 HTTP/1.1\r\n" + HOST + "\r\n");
    Awaitility.await().until(() -> Files.size(file()) > 0);
    Path old = Files.move(file(), folder.resolve("access.log.1"));
    Awaitility.await().until(() -> Files.exists(file()));
    timing("GET /a.txt?2 HTTP/1.1\r\n" + HOST + "\r\n");
    assertThat(withoutPrefix()).containsExactly("\"GET /a.txt?2 HTTP/1.1\" 200 5 \"-\" \"-\"");
    assertThat(old).content().contains("?1").doesNotContain("?2");
  }

  @Test
  void pipelinedRequestsHaveTheirLinesInTheirOrder() throws Exception {
    int count = 2000;
    try (RawClient client = server.connect()) {
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < count; i++) {
        requests.append("GET /a.txt?").append(i).append(" HTTP/1.1\r\n" + HOST + "\r\n");
      }
      client.send(requests.toString());
      for (int i = 0; i < count; i++) {
        client.read();
      }
    }
    List<String> lines = withoutPrefix();
    assertThat(lines).hasSize(count);
    for (int i = 0; i < count; i++) {
      assertThat(lines.get(i)).isEqualTo("\"GET /a.txt?" + i + " HTTP/1.1\" 200 5 \"-\" \"-\"");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = "/dev/full")
  void aFullDiskCostsLinesAndNothingElse(String full) throws Exception {
    assumeThat(Path.of(full)).exists();
    stop();
    start(full, LogFormat.COMMON);
    for (int i = 0; i < 5; i++) {
      assertThat(timing("GET /a.txt HTTP/1.1\r\n" + HOST + "\r\n").status()).isEqualTo(200);
    }
    stop();
    assertThat(log.lines()).isEqualTo(5);
    assertThat(log.linesLost()).isEqualTo(5);
  }

  /** Sends these octets and reads a response. */
  private RawClient.Reply timing(String sent) throws IOException {
    try (RawClient client = server.connect()) {
      return client.send(sent).read();
    }
  }

  /** All lines; the server is stopped for that, as then they must be there. */
  private List<String> lines() throws Exception {
    stop();
    return Files.readAllLines(file());
  }

  private List<String> withoutPrefix() throws Exception {
    return lines().stream().map(line -> line.replaceFirst("^.*?\\] ", "")).toList();
  }

  private Path file() {
    return folder.resolve("access.log");
  }
}
