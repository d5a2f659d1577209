package tailgate.lab.compare;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.LabException;

class BackgroundLoadTest {

  private static final String REQUEST = "GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody";

  private final BackgroundLoad background = new BackgroundLoad(2, "/a");
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    background.close();
    server.close();
  }

  @Test
  void eachAsksAgainOnItsConnectionOnceItHasItsAnswer() throws Exception {
    background.connect(server.getLocalPort());

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
    background.connect(server.getLocalPort());

    try (Socket one = server.accept()) {
      assertAsks(one);
      answer(one, ANSWER.substring(0, ANSWER.length() - 1));
      answer(one, "y");
      assertAsks(one);
      background.check();
    }
  }

  @Test
  void answersAreCounted() throws Exception {
    background.connect(server.getLocalPort());

    try (Socket one = server.accept()) {
      assertAsks(one);
      answer(one, ANSWER);
      assertAsks(one);
      background.close();

      assertThat(background.answers().perSecond()).isPositive();
      assertThat(background.answers().p50()).isPositive();
      assertThat(background.answers().failed()).as("users without an answer").isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "Content-Length: 4\r\n"
      })
  void anythingButAWholeAnswerIsReported(String answer) throws Exception {
    background.connect(server.getLocalPort());

    try (Socket one = server.accept()) {
      assertAsks(one);
      answer(one, answer);
      awaitFailure("a user of the load in the background was not served: ");
    }
  }

  @Test
  void aConnectionThatEndsIsReported() throws Exception {
    background.connect(server.getLocalPort());

    server.accept().close();

    awaitFailure("a user of the load in the background was not served: ");
  }

  private void awaitFailure(String message) {
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(background::check)
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
