package tailgate.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
final class Output {

  private static final Logger LOG = LoggerFactory.getLogger(Output.class);

  /** How {@link #write} left things. */
  enum Written {
    /** Everything is sent. */
    ALL,
    /** Something is sent, and more may go at once. */
    SOME,
    /** The socket takes no more for now. */
    BLOCKED
  }

  /**
   * Most bytes of a body in one call. A blocking call shows no progress before it returns, so this
   * and the write timeout set the slowest client that is served: 64 KiB in 30 s.
   */
  private static final int BLOCKING_CHUNK = 64 << 10;

  private static final int NON_BLOCKING_CHUNK = 1 << 20;

  private final BufferPool pool;
  private final int chunk;
  private final boolean blocking;

  /** Null while there is nothing to send. */
  private @Nullable ByteBuffer buffer;

  /** Whether the buffer is read from, and no longer written to. */
  private boolean sending;

  private @Nullable ByteBuffer bytes;
  private Body.@Nullable Transfer transfer;
  private long position;

  /** Ever since. */
  private long sentBytes;

  Output(BufferPool pool, boolean blocking) {
    this.pool = pool;
    this.blocking = blocking;
    this.chunk = blocking ? BLOCKING_CHUNK : NON_BLOCKING_CHUNK;
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
    return bytes != null || transfer != null;
  }

  /** Bytes that the socket has taken, of everything. */
  long sentBytes() {
    return sentBytes;
  }

  /** Bytes that were added and that the socket has not taken. */
  long unsentBytes() {
    ByteBuffer out = buffer;
    if (out == null) {
      return 0;
    }
    long head = sending ? out.remaining() : out.position();
    return head
        + (bytes == null ? 0 : bytes.remaining())
        + (transfer == null ? 0 : transfer.length() - position);
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
      ServerTiming timing,
      boolean withContent) {
    ByteBuffer out = buffer(response.headLength() + timing.length());
    response.putFields(out, date, persistence);
    timing.put(out);
    Response.endHead(out);
    switch (response.body()) {
      case Body.Bytes(ByteBuffer content) -> {
        if (withContent) {
          add(out, content);
        }
      }
      case Body.Transfer content -> {
        transfer = content;
        position = withContent ? 0 : content.length();
      }
    }
  }

  private void add(ByteBuffer out, ByteBuffer content) {
    int length = content.remaining();
    if (length <= out.remaining()) {
      out.put(out.position(), content, content.position(), length);
      out.position(out.position() + length);
    } else {
      bytes = content.duplicate();
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
    if (bytes != null) {
      return write(channel, out, bytes);
    }
    if (out.hasRemaining()) {
      sentBytes += channel.write(out);
      if (out.hasRemaining()) {
        return blocking ? Written.SOME : Written.BLOCKED;
      }
    }
    if (transfer != null && position < transfer.length()) {
      return transfer(channel, out, transfer);
    }
    release();
    return Written.ALL;
  }

  /** Head and body in one call, or what is left of them. */
  private Written write(SocketChannel channel, ByteBuffer out, ByteBuffer body) throws IOException {
    int end = body.limit();
    int most = Math.min(body.remaining(), chunk);
    body.limit(body.position() + most);
    int wanted = out.remaining() + most;
    long n;
    try {
      n = out.hasRemaining() ? channel.write(new ByteBuffer[] {out, body}) : channel.write(body);
    } finally {
      body.limit(end); // also of one that breaks: what is left is asked for
    }
    sentBytes += n;
    if (body.hasRemaining() || out.hasRemaining()) {
      return n < wanted && !blocking ? Written.BLOCKED : Written.SOME;
    }
    release();
    return Written.ALL;
  }

  private Written transfer(SocketChannel channel, ByteBuffer out, Body.Transfer body)
      throws IOException {
    long n = body.transferTo(position, chunk, channel);
    position += n;
    sentBytes += n;
    if (position == body.length()) {
      release();
      return Written.ALL;
    }
    if (n > 0) {
      return Written.SOME;
    }
    if (!blocking) {
      return Written.BLOCKED;
    }
    // On a virtual thread a blocking channel moves nothing instead of waiting. To write waits.
    position += body.read(position, out.clear());
    out.flip();
    return Written.SOME;
  }

  /** Forgets everything, sent or not. */
  void release() {
    ByteBuffer out = buffer;
    if (out != null) {
      buffer = null;
      pool.give(out);
    }
    sending = false;
    bytes = null;
    Body.Transfer content = transfer;
    if (content != null) {
      transfer = null;
      close(content);
    }
  }

  /** Closes a body; what was sent of it is none the worse if that fails. */
  static void close(Body.Transfer body) {
    try {
      body.close();
    } catch (IOException e) {
      LOG.debug("cannot close a body", e);
    }
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
