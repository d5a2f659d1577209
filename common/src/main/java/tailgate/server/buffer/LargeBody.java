package tailgate.server.buffer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.http.Body;
import tailgate.log.SafeLogger;

/**
 * The body that did not fit into the buffer of a {@link WriteBuffer}, and how much of it is still
 * to be sent. Bytes in memory are sent in one call together with the buffer. The kernel transfers
 * the bytes of a file once the buffer is empty. A body is sent in chunks, so that other connections
 * are served in between.
 *
 * <p>Confined to the owner of the connection.
 */
final class LargeBody {

  private static final Logger LOG = SafeLogger.of(LargeBody.class);

  /**
   * The most bytes in one call. A blocking call shows no progress before it returns. So where the
   * kernel does not tell what a client has taken, this chunk and the write timeout define the
   * slowest client that is served: 64 KiB in 30 s.
   */
  private static final int BLOCKING_CHUNK = 64 << 10;

  /**
   * The most bytes in one call on a virtual thread. The JDK gives its socket what that has room
   * for, and returns ({@code SocketChannelImpl.write}), so each call shows progress.
   */
  private static final int VIRTUAL_CHUNK = 256 << 10;

  private static final int NON_BLOCKING_CHUNK = 1 << 20;

  private final boolean blocking;

  // At most one of the two is set.

  private @Nullable ByteBuffer bytes;
  private Body.@Nullable Transfer transfer;

  /** Bytes of the transfer that were moved. */
  private long position;

  /** Whether the last transfer has moved nothing. */
  private boolean stalled;

  /** Bytes sent by this class since the connection began, with buffer bytes of the same call. */
  long sentBytes;

  LargeBody(boolean blocking) {
    this.blocking = blocking;
  }

  void set(ByteBuffer content) {
    bytes = content.duplicate();
  }

  /** Sets a body that {@link #release} will close; if it is not wanted, it is only closed. */
  void set(Body.Transfer content, boolean wanted) {
    transfer = content;
    position = wanted ? 0 : content.length();
  }

  long unsentBytes() {
    return (bytes == null ? 0 : bytes.remaining())
        + (transfer == null ? 0 : transfer.length() - position);
  }

  /** Whether it leaves together with the buffer, and not after it. */
  boolean leavesWithBuffer() {
    return bytes != null;
  }

  /** Sends the buffer and then some of the body, in one call. */
  WriteResult writeWith(ByteBuffer buffer, SocketChannel channel) throws IOException {
    ByteBuffer body = bytes;
    if (body == null) {
      throw new IllegalStateException("no bytes");
    }
    int end = body.limit();
    int most = Math.min(body.remaining(), chunk());
    body.limit(body.position() + most);
    int wanted = buffer.remaining() + most;
    long n;
    try {
      n =
          buffer.hasRemaining()
              ? channel.write(new ByteBuffer[] {buffer, body})
              : channel.write(body);
    } finally {
      body.limit(end); // also if it throws: unsentBytes() is asked afterwards
    }
    sentBytes += n;
    if (!body.hasRemaining() && !buffer.hasRemaining()) {
      return WriteResult.ALL;
    }
    return n < wanted && !blocking ? WriteResult.BLOCKED : WriteResult.SOME;
  }

  /** Sends some of the body, if there is one. The buffer is empty and may be used for it. */
  WriteResult writeAfter(ByteBuffer buffer, SocketChannel channel) throws IOException {
    Body.Transfer body = transfer;
    if (body == null || position >= body.length()) {
      return WriteResult.ALL;
    }
    long n = body.transferTo(position, Math.min(chunk(), body.length() - position), channel);
    if (n > 0) {
      stalled = false;
      position += n;
      sentBytes += n;
      // greater, if a body is longer than its length() says
      return position >= body.length() ? WriteResult.ALL : WriteResult.SOME;
    }
    if (!blocking && !stalled) {
      stalled = true;
      return WriteResult.BLOCKED;
    }
    // The socket has room since, or it blocks. On a virtual thread a blocking channel may move
    // nothing instead of waiting; a write waits. Otherwise the source has ended: a read tells.
    stalled = false;
    read(body, buffer);
    return WriteResult.SOME;
  }

  private void read(Body.Transfer body, ByteBuffer buffer) throws IOException {
    buffer.clear();
    try {
      int n = body.read(position, buffer);
      if (n < 1) {
        throw new EOFException("a body has ended at " + position + " of " + body.length());
      }
      position += n;
    } finally {
      buffer.flip(); // also if it throws: unsentBytes() is asked afterwards
    }
  }

  private int chunk() {
    if (!blocking) {
      return NON_BLOCKING_CHUNK;
    }
    return Thread.currentThread().isVirtual() ? VIRTUAL_CHUNK : BLOCKING_CHUNK;
  }

  /** Drops the body, sent or not. */
  void release() {
    bytes = null;
    Body.Transfer content = transfer;
    if (content != null) {
      transfer = null;
      close(content);
    }
  }

  /**
   * Closes a body and throws nothing: what was sent of it stays sent, and the connection still has
   * to be ended properly.
   */
  static void close(Body.Transfer body) {
    try {
      body.close();
    } catch (IOException e) {
      LOG.debug("cannot close a body", e);
    } catch (Throwable e) { // the class may come from a user's handler
      LOG.warn("cannot close a body", e);
    }
  }
}
