package tailgate.restart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection over a Unix-domain socket that carries lines of text, each of a word and its value.
 * Confined to one thread, except {@link #close}.
 */
final class Line implements AutoCloseable {

  private static final int LONGEST = 4096;

  private final SocketChannel channel;
  private final Selector selector;
  private final ByteBuffer received = ByteBuffer.allocate(LONGEST);

  /** A connection over this channel; closing the connection closes the channel. */
  Line(SocketChannel channel) throws IOException {
    this.channel = channel;
    try {
      channel.configureBlocking(false);
      this.selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  static Line connect(SocketAddress address) throws IOException {
    return new Line(SocketChannel.open(address));
  }

  /** Sends a line. If it does not fit into the socket's buffer at once, the line is lost. */
  void send(String text) throws IOException {
    String oneLine = text.replaceAll("\\R+", " ");
    byte[] bytes = oneLine.getBytes(UTF_8);
    int length = Math.min(bytes.length, LONGEST - 1);
    ByteBuffer line = ByteBuffer.allocate(length + 1).put(bytes, 0, length).put((byte) '\n').flip();
    channel.write(line);
  }

  /**
   * Waits for a line.
   *
   * @return null at the end of the stream
   * @throws SocketTimeoutException if no line comes in this time, or if the line is too long
   */
  @Nullable String receive(Duration timeout) throws IOException {
    long end = System.nanoTime() + timeout.toNanos();
    while (true) {
      String line = take();
      if (line != null) {
        return line;
      }
      long millis = (end - System.nanoTime()) / 1_000_000;
      if (millis <= 0 || !received.hasRemaining()) {
        throw new SocketTimeoutException("no line within " + timeout.toSeconds() + " s");
      }
      selector.select(millis);
      if (channel.read(received) < 0) {
        return null;
      }
    }
  }

  private @Nullable String take() {
    for (int i = 0; i < received.position(); i++) {
      if (received.get(i) == '\n') {
        String line = new String(received.array(), 0, i, UTF_8);
        received.flip().position(i + 1);
        received.compact();
        return line;
      }
    }
    return null;
  }

  /**
   * Waits for a line that begins with this word.
   *
   * @return what follows the word
   * @throws IOException if another line comes, or none
   */
  String expect(String word, Duration timeout) throws IOException {
    String line = receive(timeout);
    if (line == null || !(line + " ").startsWith(word + " ")) {
      throw new IOException(line == null ? "the connection has ended" : line);
    }
    return line.substring(word.length()).strip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    selector.close();
  }
}
