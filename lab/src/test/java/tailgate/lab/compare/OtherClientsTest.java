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
import tailgate.lab.LabException;

class OtherClientsTest {

  private static final String RARE = "GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void anIdleClientAsksAgainOnTheSameConnectionOnceItWasAnswered() throws Exception {
    try (OtherClients clients = OtherClients.idle(server.getLocalPort(), 1, "/a");
        Socket socket = server.accept()) {
      assertThat(read(socket, RARE.length())).isEqualTo(RARE);
      socket
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
      assertThat(read(socket, RARE.length())).isEqualTo(RARE);
      clients.check();
    }
  }

  @Test
  void aSilentClientAsksOnce() throws Exception {
    try (Socket socket = leftByASilentClientThatWasAnswered()) {
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII)).isEqualTo(RARE);
    }
  }

  private Socket leftByASilentClientThatWasAnswered() throws Exception {
    try (OtherClients clients = OtherClients.silent(server.getLocalPort(), 1, "/a")) {
      Socket socket = server.accept();
      socket
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
      socket.shutdownOutput();
      // It notices the end after it has read the answer.
      await()
          .untilAsserted(() -> assertThatThrownBy(clients::check).isInstanceOf(LabException.class));
      return socket;
    }
  }

  @Test
  void eachSlowReaderAsksForALargeAnswerOnAConnectionOfItsOwn() throws Exception {
    try (OtherClients clients = OtherClients.slow(server.getLocalPort(), 2);
        Socket one = server.accept();
        Socket other = server.accept()) {
      assertThat(read(one, 10)).isEqualTo("GET /large");
      assertThat(read(other, 10)).isEqualTo("GET /large");
      clients.check();
    }
  }

  @Test
  void aClientThatIsCutOffIsReported() throws Exception {
    try (OtherClients clients = OtherClients.slow(server.getLocalPort(), 1)) {
      server.accept().close();

      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(clients::check)
                      .isInstanceOf(LabException.class)
                      .hasMessageContaining("a client beside the load was cut off"));
    }
  }

  private static String read(Socket socket, int bytes) throws IOException {
    return new String(socket.getInputStream().readNBytes(bytes), US_ASCII);
  }
}
