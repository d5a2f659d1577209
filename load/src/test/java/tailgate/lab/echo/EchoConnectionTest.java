package tailgate.lab.echo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EchoConnectionTest {

  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private SocketChannel client;
  private SocketChannel server;
  private Selector selector;
  private SelectionKey key;
  private EchoConnection connection;

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocketChannel port = ServerSocketChannel.open()) {
      port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      client = SocketChannel.open(port.getLocalAddress());
      server = port.accept();
    }
    server.configureBlocking(false);
    selector = Selector.open();
    key = server.register(selector, SelectionKey.OP_READ);
    ByteBuffer response = ByteBuffer.wrap(ANSWER.getBytes(StandardCharsets.US_ASCII));
    connection = new EchoConnection(server, response, new Spin(Duration.ZERO));
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    selector.close();
  }

  @Test
  void everyRequestOfAKeptConnectionGetsTheSameAnswer() throws IOException {
    send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(answer()).isEqualTo(ANSWER);

    send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(answer()).isEqualTo(ANSWER);
    assertThat(server.isOpen()).isTrue();
  }

  @Test
  void aRequestInPiecesIsAnsweredAtItsEnd() throws IOException {
    send("GET / HTTP/1.1\r\nHost");
    send(": a\r\n\r");
    send("\n");

    assertThat(answer()).isEqualTo(ANSWER);
  }

  @Test
  void aClientThatAsksForItGetsTheLastAnswer() throws IOException {
    send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

    assertThat(answer()).isEqualTo(ANSWER);
    assertThat(server.isOpen()).isFalse();
  }

  private void send(String bytes) throws IOException {
    client.write(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.US_ASCII)));
    selector.select();
    selector.selectedKeys().clear();
    connection.proceed(key);
  }

  private String answer() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(ANSWER.length());
    while (bytes.hasRemaining() && client.read(bytes) >= 0) {}
    return new String(bytes.array(), StandardCharsets.US_ASCII);
  }
}
