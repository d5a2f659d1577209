package tailgate.lab.echo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One client, which sends GET requests without a body and waits for each answer. Confined to the
 * server's thread.
 */
final class EchoConnection {

  private static final int MOST_BYTES = 8_192;

  private final SocketChannel client;
  private final ByteBuffer response;
  private final Spin spin;
  private final ByteBuffer head = ByteBuffer.allocate(MOST_BYTES);
  private boolean last;

  EchoConnection(SocketChannel client, ByteBuffer response, Spin spin) {
    this.client = client;
    this.response = response;
    this.spin = spin;
  }

  /** Continues: the client has sent bytes, or there is room for more of the response. */
  void proceed(SelectionKey key) throws IOException {
    if (key.isWritable()) {
      send(key);
      return;
    }
    if (client.read(head) < 0 || !head.hasRemaining()) {
      client.close();
    } else if (endsHead()) {
      last = closes();
      head.clear();
      spin.once();
      response.rewind();
      send(key);
    }
  }

  private void send(SelectionKey key) throws IOException {
    client.write(response);
    if (response.hasRemaining()) {
      key.interestOps(SelectionKey.OP_WRITE);
    } else if (last) {
      client.close();
    } else if (key.interestOps() != SelectionKey.OP_READ) {
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  private boolean endsHead() {
    int end = head.position();
    return end >= 4
        && head.get(end - 4) == '\r'
        && head.get(end - 3) == '\n'
        && head.get(end - 2) == '\r'
        && head.get(end - 1) == '\n';
  }

  private boolean closes() {
    return new String(head.array(), 0, head.position(), StandardCharsets.ISO_8859_1)
        .toLowerCase(Locale.ROOT)
        .contains("connection: close");
  }
}
