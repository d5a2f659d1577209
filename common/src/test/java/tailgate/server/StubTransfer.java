package tailgate.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import tailgate.http.Body;

/** A large body that counts how often it was closed, and can refuse to be moved. */
public final class StubTransfer implements Body.Transfer {

  private final byte[] bytes;

  /** Whether it moves nothing, like a file to a blocking channel on a virtual thread. */
  public boolean stuck;

  /** Where it ends, though its length says more. */
  public int end = Integer.MAX_VALUE;

  /** How often it was closed. */
  public int closed;

  /** A body of these bytes. */
  public StubTransfer(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  @Override
  public long length() {
    return bytes.length;
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    int length = (int) Math.min(count, Math.min(end, bytes.length) - position);
    return stuck ? 0 : target.write(ByteBuffer.wrap(bytes, (int) position, length));
  }

  @Override
  public int read(long position, ByteBuffer into) {
    int n = (int) Math.min(into.remaining(), Math.min(end, bytes.length) - position);
    into.put(bytes, (int) position, n);
    return n == 0 ? -1 : n;
  }

  @Override
  public void close() {
    closed++;
  }
}
