package tailgate.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import tailgate.http.Body;
import tailgate.http.DateField;
import tailgate.http.Response;

/**
 * What is to be sent on a connection: a buffer with whole responses, and after it at most one body
 * that did not fit.
 *
 * <pre>
 *   [ head | body | head | body | head ]  then  [ large body ]
 * </pre>
 *
 * <p>So a small response leaves in one write with its head, and pipelined ones leave together.
 * Confined to the thread that proceeds the connection.
 */
final class WriteBuffer {

  /** How {@link #write} left things. */
  enum Written {
    /** Everything is sent. */
    ALL,
    /** Something is sent, and more may go at once. */
    SOME,
    /** The socket takes no more for now. */
    BLOCKED
  }

  private final BufferPool pool;
  private final boolean blocking;
  private final LargeBody large;

  /** Null while there is nothing to send. */
  private @Nullable ByteBuffer buffer;

  /** Whether the buffer is read from, and no longer written to. */
  private boolean sending;

  /** From the buffer alone; ever since. */
  private long sentBytes;

  WriteBuffer(BufferPool pool, boolean blocking) {
    this.pool = pool;
    this.blocking = blocking;
    this.large = new LargeBody(blocking);
  }

  boolean isEmpty() {
    return buffer == null;
  }

  /** Whether {@code length} bytes more fit into the buffer, or it is empty anyway. */
  boolean hasRoom(int length) {
    return buffer == null || (!sending && buffer.remaining() >= length);
  }

  /** Whether nothing can be added before what is there was written. */
  boolean isSealed() {
    return large.isPresent();
  }

  /** Bytes that the socket has taken, of everything. */
  long sentBytes() {
    return sentBytes + large.sentBytes();
  }

  /** Bytes that were added and that the socket has not taken. */
  long unsentBytes() {
    ByteBuffer out = buffer;
    if (out == null) {
      return 0;
    }
    return (sending ? out.remaining() : out.position()) + large.unsentBytes();
  }

  /** Adds bytes as they are; there must be room. */
  void add(byte[] raw) {
    buffer(raw.length).put(raw);
  }

  /** Adds a response; there must be room for its head. */
  void add(
      Response response,
      DateField date,
      Response.Persistence persistence,
      ServerTiming serverTiming,
      boolean withContent) {
    ByteBuffer out = buffer(response.headLength() + serverTiming.length());
    response.putFields(out, date, persistence);
    serverTiming.put(out);
    Response.endHead(out);
    switch (response.body()) {
      case Body.Bytes(ByteBuffer content) -> {
        if (withContent) {
          add(out, content);
        }
      }
      case Body.Transfer content -> large.set(content, withContent);
    }
  }

  private void add(ByteBuffer out, ByteBuffer content) {
    int length = content.remaining();
    if (length <= out.remaining()) {
      out.put(out.position(), content, content.position(), length);
      out.position(out.position() + length);
    } else {
      large.set(content);
    }
  }

  /** Sends as much as one call takes. */
  Written write(SocketChannel channel) throws IOException {
    ByteBuffer out = buffer;
    if (out == null) {
      return Written.ALL;
    }
    if (!sending) {
      out.flip();
      sending = true;
    }
    Written written =
        large.leavesWithBuffer() ? large.writeWith(out, channel) : write(out, channel);
    if (written == Written.ALL) {
      release();
    }
    return written;
  }

  private Written write(ByteBuffer out, SocketChannel channel) throws IOException {
    if (out.hasRemaining()) {
      sentBytes += channel.write(out);
      if (out.hasRemaining()) {
        return blocking ? Written.SOME : Written.BLOCKED;
      }
    }
    return large.writeAfter(out, channel);
  }

  /** Forgets everything, sent or not. */
  void release() {
    ByteBuffer out = buffer;
    if (out != null) {
      buffer = null;
      pool.give(out);
    }
    sending = false;
    large.release();
  }

  private ByteBuffer buffer(int length) {
    ByteBuffer out = buffer;
    if (out == null) {
      out = pool.take();
      if (out.capacity() < length) {
        pool.give(out);
        out = ByteBuffer.allocateDirect(length); // a head beyond all measure
      }
      buffer = out;
    }
    return out;
  }
}
