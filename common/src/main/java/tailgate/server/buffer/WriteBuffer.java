package tailgate.server.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import tailgate.http.Body;

/**
 * The bytes to be sent on a connection: a buffer with whole responses, then at most one body that
 * did not fit into the buffer.
 *
 * <pre>
 *   [ head | body | head | body | head ]  then  [ large body ]
 * </pre>
 *
 * <p>So a small response and its head are sent in one write, and pipelined responses are sent
 * together. A response is added in two steps: its head is put into {@link #roomFor}, then its
 * content follows with {@link #add(Body, boolean)}.
 *
 * <p>Confined to the owner of the connection.
 */
public final class WriteBuffer {

  private final BufferPool pool;
  private final boolean blocking;

  /** The body that does not fit into the buffer; null on most connections. */
  private @Nullable LargeBody large;

  /** What is sent; null while there is nothing to send. */
  private @Nullable ByteBuffer buffer;

  /** Whether the buffer is read from, and no longer written to. */
  private boolean sending;

  /** Whether there is a large body. */
  private boolean sealed;

  /** Bytes sent from the buffer alone since the connection began. */
  private long sentBytes;

  /** An empty one, for a channel in this mode. */
  public WriteBuffer(BufferPool pool, boolean blocking) {
    this.pool = pool;
    this.blocking = blocking;
  }

  /** Whether there is nothing to send. */
  public boolean isEmpty() {
    return buffer == null;
  }

  /** Whether there is a large body, so that nothing can be added before it was sent. */
  public boolean isSealed() {
    return sealed;
  }

  /** Bytes that sockets have taken since the connection began. */
  public long sentBytes() {
    return sentBytes + (large == null ? 0 : large.sentBytes);
  }

  /** Bytes that were added and not yet sent. */
  public long unsentBytes() {
    ByteBuffer out = buffer;
    if (out == null) {
      return 0;
    }
    return (sending ? out.remaining() : out.position()) + (large == null ? 0 : large.unsentBytes());
  }

  /**
   * Room for bytes after those that are there.
   *
   * @return a buffer to put at most {@code length} bytes into, at its position; null if the present
   *     bytes must be sent first
   */
  public @Nullable ByteBuffer roomFor(int length) {
    ByteBuffer out = buffer;
    if (out == null) {
      return take(length);
    }
    return !sending && !sealed && out.remaining() >= length ? out : null;
  }

  private ByteBuffer take(int length) {
    ByteBuffer out = pool.take();
    if (out.capacity() < length) {
      pool.give(out);
      out = ByteBuffer.allocateDirect(length); // for a head that is longer than any buffer
    }
    buffer = out;
    return out;
  }

  /**
   * Adds the content after its head; the head must have been put.
   *
   * @param wanted false for the response to a HEAD: the content is only closed
   */
  public void add(Body content, boolean wanted) {
    switch (content) {
      case Body.Bytes(ByteBuffer bytes) -> {
        if (wanted) {
          add(bytes);
        }
      }
      case Body.Transfer transfer -> {
        sealed = true;
        large().set(transfer, wanted);
      }
    }
  }

  private void add(ByteBuffer content) {
    ByteBuffer out = buffer;
    if (out == null) {
      throw new IllegalStateException("no head");
    }
    int length = content.remaining();
    if (length <= out.remaining()) {
      out.put(out.position(), content, content.position(), length);
      out.position(out.position() + length);
    } else {
      sealed = true;
      large().set(content);
    }
  }

  private LargeBody large() {
    LargeBody made = large;
    if (made == null) {
      made = new LargeBody(blocking);
      large = made;
    }
    return made;
  }

  /** Sends as much as one call takes. */
  public WriteResult write(SocketChannel channel) throws IOException {
    ByteBuffer out = buffer;
    if (out == null) {
      return WriteResult.ALL;
    }
    if (!sending) {
      out.flip();
      sending = true;
    }
    WriteResult result =
        sealed && large().leavesWithBuffer()
            ? large().writeWith(out, channel)
            : write(out, channel);
    if (result == WriteResult.ALL) {
      release();
    }
    return result;
  }

  private WriteResult write(ByteBuffer out, SocketChannel channel) throws IOException {
    if (out.hasRemaining()) {
      sentBytes += channel.write(out);
      if (out.hasRemaining()) {
        return blocking ? WriteResult.SOME : WriteResult.BLOCKED;
      }
    }
    return sealed ? large().writeAfter(out, channel) : WriteResult.ALL;
  }

  /** Drops everything, sent or not. */
  public void release() {
    ByteBuffer out = buffer;
    if (out != null) {
      buffer = null;
      pool.give(out);
    }
    sending = false;
    if (sealed) {
      sealed = false;
      large().release();
    }
  }

  /** Closes a body that will never be added. */
  public static void discard(Body content) {
    if (content instanceof Body.Transfer transfer) {
      LargeBody.close(transfer);
    }
  }
}
