package tailgate.lab.variants;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.LabException;

@Timeout(30)
class RegularsTest {

  private static final String REQUEST = "GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody";

  private final Regulars regulars = new Regulars(2, "/a");
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    regulars.close();
    server.close();
  }

  @Test
  void eachAsksAgainOnItsConnectionOnceItHasItsAnswer() throws Exception {
    regulars.arrive(server.getLocalPort());

    try (Socket one = server.accept();
        Socket other = server.accept()) {
      assertAsks(one);
      answer(one, ANSWER);
      assertAsks(one);
      answer(one, ANSWER);
      assertAsks(one);
      assertAsks(other);
    }
  }

  @Test
  void anAnswerMayComeInPieces() throws Exception {
    regulars.arrive(server.getLocalPort());

    try (Socket one = server.accept()) {
      assertAsks(one);
      answer(one, ANSWER.substring(0, ANSWER.length() - 1));
      answer(one, "y");
      assertAsks(one);
      regulars.check();
    }
  }

  @Test
  void answersAreCounted() throws Exception {
    regulars.arrive(server.getLocalPort());

    try (Socket one = server.accept()) {
      assertAsks(one);
      answer(one, ANSWER);
      assertAsks(one);
      regulars.close();

      assertThat(regulars.answers().perSecond()).isPositive();
      assertThat(regulars.answers().p50()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nbody",
        "Content-Length: 4\r\n"
      })
  void anythingButAWholeAnswerIsReported(String answer) throws Exception {
    regulars.arrive(server.getLocalPort());

    try (Socket one = server.accept()) {
      assertAsks(one);
      answer(one, answer);
      awaitFailure("a client beside the load was not served: it got ");
    }
  }

  @Test
  void aConnectionThatEndsIsReported() throws Exception {
    regulars.arrive(server.getLocalPort());

    server.accept().close();

    awaitFailure("a client beside the load was not served: ");
  }

  private void awaitFailure(String message) {
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(regulars::check)
                    .isInstanceOf(LabException.class)
                    .hasMessageStartingWith(message));
  }

  private static void assertAsks(Socket socket) throws IOException {
    byte[] bytes = socket.getInputStream().readNBytes(REQUEST.length());
    assertThat(new String(bytes, US_ASCII)).isEqualTo(REQUEST);
  }

  private static void answer(Socket socket, String answer) throws IOException {
    socket.getOutputStream().write(answer.getBytes(US_ASCII));
  }
}
