package tailgate.supervisor;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A message between the supervisor and a process: one byte for the kind, four for the length, and
 * the content.
 */
@SuppressWarnings("ArrayRecordComponent") // read once, compared never
record Frame(Kind kind, byte[] content) {

  /** A thread dump of very many virtual threads is the longest. */
  private static final int MAX_LENGTH = 512 << 20;

  private static final int HEAD = 5;

  /** What a message is about. The codes stay: the two sides may differ in version. */
  enum Kind {
    /** The process serves: a line with its number and its id, then its banner. */
    READY(1),
    /** The process cannot start: a line as above, then why. */
    FAILED(2),
    /** The figures of the process: the answer to ASK. */
    FIGURES(3),
    /** The figures of the process, unasked: after READY, and at the end of the process. */
    NEWS(4),
    /** A thread dump: the answer to ASK_THREADS. */
    THREADS(5),
    /** The process is to send the figures. The content is one byte, 1 with pinned threads. */
    ASK(6),
    /** The process is to send a thread dump. */
    ASK_THREADS(7),
    /** The process is to leave the port to others, then end. */
    LEAVE(8),
    /** The process has been told to end, and asks whether it may close the port. */
    CLOSING(9),
    /** The process is to close the port, because nobody else accepts. LEAVE is the other answer. */
    CLOSE(10),
    /** The process has done what LEAVE says: it neither accepts nor holds the port. */
    LEFT(11);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    private static Kind of(byte code) throws IOException {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IOException("not a message of a supervisor or its process");
    }
  }

  static Frame of(Kind kind, String text) {
    return new Frame(kind, text.getBytes(StandardCharsets.UTF_8));
  }

  String text() {
    return new String(content, StandardCharsets.UTF_8);
  }

  /** Writes it as a whole. One thread at a time. */
  void writeTo(SocketChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(HEAD + content.length);
    buffer.put(kind.code).putInt(content.length).put(content).flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /**
   * Reads the next one; null at the end.
   *
   * @throws IOException if the channel ends within a message, or if the bytes are not a message
   */
  static @Nullable Frame readFrom(SocketChannel channel) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    if (channel.read(head) < 0) {
      return null;
    }
    fill(head, channel);
    Kind kind = Kind.of(head.get());
    int length = head.getInt();
    if (length < 0 || length > MAX_LENGTH) {
      throw new IOException("too long a message");
    }
    ByteBuffer content = ByteBuffer.allocate(length);
    fill(content, channel);
    return new Frame(kind, content.array());
  }

  private static void fill(ByteBuffer buffer, SocketChannel channel) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the message is cut off");
      }
    }
    buffer.flip();
  }
}
