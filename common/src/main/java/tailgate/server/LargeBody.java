package tailgate.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.http.Body;
import tailgate.server.WriteBuffer.Written;

/**
 * The body that did not fit into the buffer of an {@link WriteBuffer}, and how much of it is still
 * to be sent: bytes in memory, which leave in one call with what is in the buffer, or a file's,
 * which the kernel moves once the buffer is empty. It goes in chunks, so that others get their
 * turn.
 *
 * <p>Confined to the owner of the connection.
 */
final class LargeBody {

  private static final Logger LOG = LoggerFactory.getLogger(LargeBody.class);

  /**
   * Most bytes in one call. A blocking call shows no progress before it returns, so this and the
   * write timeout set the slowest client that is served: 64 KiB in 30 s.
   */
  private static final int BLOCKING_CHUNK = 64 << 10;

  private static final int NON_BLOCKING_CHUNK = 1 << 20;

  private final boolean blocking;
  private final int chunk;

  // At most one of the two is there.

  private @Nullable ByteBuffer bytes;
  private Body.@Nullable Transfer transfer;

  /** How much of the transfer was moved. */
  private long position;

  /** Bytes that left here, those included that left the buffer in the same call. Ever since. */
  private long sentBytes;

  LargeBody(boolean blocking) {
    this.blocking = blocking;
    this.chunk = blocking ? BLOCKING_CHUNK : NON_BLOCKING_CHUNK;
  }

  void set(ByteBuffer content) {
    bytes = content.duplicate();
  }

  /** Takes it to be closed by {@link #release}; without content that is all that is done to it. */
  void set(Body.Transfer content, boolean withContent) {
    transfer = content;
    position = withContent ? 0 : content.length();
  }

  boolean isPresent() {
    return bytes != null || transfer != null;
  }

  long sentBytes() {
    return sentBytes;
  }

  long unsentBytes() {
    return (bytes == null ? 0 : bytes.remaining())
        + (transfer == null ? 0 : transfer.length() - position);
  }

  /** Whether it leaves with what is in the buffer, and not after it. */
  boolean leavesWithBuffer() {
    return bytes != null;
  }

  /** Sends what is in the buffer and then some of the body, in one call. */
  Written writeWith(ByteBuffer buffer, SocketChannel channel) throws IOException {
    ByteBuffer body = bytes;
    if (body == null) {
      throw new IllegalStateException("no bytes");
    }
    int end = body.limit();
    int most = Math.min(body.remaining(), chunk);
    body.limit(body.position() + most);
    int wanted = buffer.remaining() + most;
    long n;
    try {
      n =
          buffer.hasRemaining()
              ? channel.write(new ByteBuffer[] {buffer, body})
              : channel.write(body);
    } finally {
      body.limit(end); // also of one that breaks: what is left is asked for
    }
    sentBytes += n;
    if (!body.hasRemaining() && !buffer.hasRemaining()) {
      return Written.ALL;
    }
    return n < wanted && !blocking ? Written.BLOCKED : Written.SOME;
  }

  /** Sends some of the body, if there is any, after the buffer, which is empty and may be used. */
  Written writeAfter(ByteBuffer buffer, SocketChannel channel) throws IOException {
    Body.Transfer body = transfer;
    if (body == null || position >= body.length()) {
      return Written.ALL;
    }
    long n = body.transferTo(position, Math.min(chunk, body.length() - position), channel);
    position += n;
    sentBytes += n;
    if (position >= body.length()) { // beyond, where a body does not keep its word
      return Written.ALL;
    }
    if (n > 0) {
      return Written.SOME;
    }
    if (!blocking) {
      return Written.BLOCKED;
    }
    // On a virtual thread a blocking channel moves nothing instead of waiting. To write waits.
    position += body.read(position, buffer.clear());
    buffer.flip();
    return Written.SOME;
  }

  /** Forgets it, sent or not. */
  void release() {
    bytes = null;
    Body.Transfer content = transfer;
    if (content != null) {
      transfer = null;
      close(content);
    }
  }

  /**
   * Closes a body; what was sent of it is none the worse if that fails, and the connection still
   * has to be counted out.
   */
  static void close(Body.Transfer body) {
    try {
      body.close();
    } catch (IOException e) {
      LOG.debug("cannot close a body", e);
    } catch (Throwable e) { // it may be a user's own
      LOG.warn("cannot close a body", e);
    }
  }
}
