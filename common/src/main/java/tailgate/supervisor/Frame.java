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
record Frame(Kind kind, byte[] content) {

  /** A thread dump of very many virtual threads is the longest. */
  private static final int MAX_LENGTH = 512 << 20;

  private static final int HEAD = 5;

  /** What a message is about. New kinds go to the end: the two sides may differ in version. */
  enum Kind {
    /** The process serves: a line with its number and its id, then its banner. */
    READY,
    /** The process cannot start: a line as above, then why. */
    FAILED,
    /** The figures of the process: the answer to ASK. */
    FIGURES,
    /** The same, unasked: after READY, and at the end of the process. */
    NEWS,
    /** A thread dump: the answer to ASK_THREADS. */
    THREADS,
    /** To the process: send the figures. The content is one byte, 1 with pinned threads. */
    ASK,
    /** To the process: send a thread dump. */
    ASK_THREADS,
    /** To the process: leave the port to others, then end. */
    LEAVE;

    private static final Kind[] ALL = values();
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
    buffer.put((byte) kind.ordinal()).putInt(content.length).put(content).flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /**
   * Reads the next one; null at the end.
   *
   * @throws IOException if the channel ends within a message, or it is none
   */
  static @Nullable Frame readFrom(SocketChannel channel) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(HEAD);
    if (channel.read(head) < 0) {
      return null;
    }
    fill(head, channel);
    int kind = head.get();
    int length = head.getInt();
    if (kind < 0 || kind >= Kind.ALL.length || length < 0 || length > MAX_LENGTH) {
      throw new IOException("not a message of a supervisor or its process");
    }
    ByteBuffer content = ByteBuffer.allocate(length);
    fill(content, channel);
    return new Frame(Kind.ALL[kind], content.array());
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
