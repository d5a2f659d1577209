package tailgate.lab.url;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.LabException;

class ServerUrlTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @ParameterizedTest
  @CsvSource({
    "http://a:8080/x?y=1#z, http://a:8080, /x?y=1",
    "http://a, http://a, /",
    "https://a:443/, https://a, /",
    "localhost:8080/x, http://localhost:8080, /x",
    "http://[::1]:80/, http://[::1], /"
  })
  void hasAnOriginAndAPath(String url, String origin, String path) {
    assertThat(ServerUrl.parse(url)).hasToString(origin);
    assertThat(ServerUrl.parse(url).path()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://a/, is neither http:// nor https://",
    "http://, is no URL",
    "http://a b/, is no URL",
    "http://me@a/, is no URL such as"
  })
  void whatIsNoServerIsRefused(String url, String complaint) {
    assertThatThrownBy(() -> ServerUrl.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void aServerIsReachedAtTheAddressThatAnswers() throws Exception {
    try (ServerSocket server =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      ServerUrl target = ServerUrl.parse("http://localhost:" + server.getLocalPort());

      assertThat(target.reach(TIMEOUT, null, false).address()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void aClosedPortIsNamed() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }

    assertThatThrownBy(() -> ServerUrl.parse("127.0.0.1:" + port).reach(TIMEOUT, null, false))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("http://127.0.0.1:" + port + ": nothing listens there");
  }

  @Test
  void aServerWithoutTlsIsNamed() throws Exception {
    try (ServerSocket server =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (var client = server.accept()) {
                  client.getOutputStream().write("HTTP/1.1 400 Bad\r\n\r\n".getBytes(US_ASCII));
                } catch (java.io.IOException e) {
                  // the client has gone
                }
              });

      assertThatThrownBy(
              () ->
                  ServerUrl.parse("https://127.0.0.1:" + server.getLocalPort())
                      .reach(TIMEOUT, null, true))
          .isInstanceOf(LabException.class)
          .hasMessageContaining("speaks no TLS");
    }
  }
}
