package tailgate.server;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A client that requests the same file again and again. It parses the first response only; from
 * then on it counts bytes and compares the status. So it makes no garbage and costs little, as long
 * as the server keeps the connection. If the server does not, each request opens a new one.
 *
 * <p>Not thread-safe. A read has no timeout; JMH has a limit of its own and interrupts.
 */
final class RepeatingClient implements AutoCloseable {

  private static final int MOST = 64 << 10;
  private static final String END_OF_HEAD = "\r\n\r\n";
  private static final String LENGTH = "\r\ncontent-length: ";

  /** The position of the three digits in a status line. */
  private static final int STATUS_AT = 9;

  private final InetSocketAddress address;
  private final ByteBuffer request;
  private final ByteBuffer response = ByteBuffer.allocateDirect(MOST);

  private SocketChannel channel;

  /** Bytes of each response including its head: all dates have the same length. */
  private final int length;

  private final boolean kept;

  /**
   * Sends the first request.
   *
   * @throws IOException if the answer is not 200, has no length, or has more than 64 KiB
   */
  RepeatingClient(InetSocketAddress address, String target) throws IOException {
    this.address = address;
    byte[] text =
        ("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    request = ByteBuffer.allocateDirect(text.length).put(text);
    channel = connect();
    try {
      send();
      String head = readHead();
      int from = head.indexOf(LENGTH) + LENGTH.length();
      if (!head.startsWith("http/1.1 200 ") || from < LENGTH.length()) {
        throw new IOException("is answered with " + head);
      }
      length = head.length() + Integer.parseInt(head.substring(from, head.indexOf('\r', from)));
      kept = !head.contains("\r\nconnection: close\r\n");
      readOn();
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Sends a request, and reads the whole response.
   *
   * @return the bytes of the response
   * @throws IOException if its status or length differs from that of the first response
   */
  int get() throws IOException {
    if (!kept) {
      channel.close();
      channel = connect();
    }
    send();
    response.clear();
    readOn();
    boolean ok =
        response.get(STATUS_AT) == '2'
            && response.get(STATUS_AT + 1) == '0'
            && response.get(STATUS_AT + 2) == '0';
    if (!ok || response.position() != length) {
      throw new IOException("is answered with " + text());
    }
    return length;
  }

  private SocketChannel connect() throws IOException {
    SocketChannel fresh = SocketChannel.open(address);
    fresh.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return fresh;
  }

  private void send() throws IOException {
    request.flip();
    while (request.hasRemaining()) {
      channel.write(request);
    }
  }

  /** Reads until the head is complete, and returns it in lower case. */
  private String readHead() throws IOException {
    response.clear();
    int end = -1;
    while (end < 0) {
      read();
      end = text().indexOf(END_OF_HEAD);
    }
    return text().substring(0, end + END_OF_HEAD.length()).toLowerCase(Locale.ROOT);
  }

  private void readOn() throws IOException {
    while (response.position() < length) {
      read();
    }
  }

  private void read() throws IOException {
    if (channel.read(response) <= 0) { // 0: there is no room for more
      throw new EOFException("after " + text());
    }
  }

  private String text() {
    byte[] bytes = new byte[response.position()];
    response.get(0, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
