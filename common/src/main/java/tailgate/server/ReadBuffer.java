package tailgate.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * The bytes of a connection that have arrived and are not used up. Small, because every idle
 * connection has one; it grows with what a client sends and shrinks again when all is used up.
 *
 * <p>Confined to the thread that proceeds the connection.
 */
final class ReadBuffer {

  /** Enough for the request of a load generator, and half of a browser's. */
  private static final int INITIAL = 512;

  /** Less room than this is not worth a read: after a long head it would be all there is. */
  private static final int LEAST_ROOM = 256;

  private static final byte[] NO_BYTES = {};
  private static final ByteBuffer NONE = ByteBuffer.wrap(NO_BYTES);

  /** Has no room until the first byte arrives. */
  private byte[] array = NO_BYTES;

  /** Wraps the array. */
  private ByteBuffer buffer = NONE;

  private int start;
  private int end;

  /** Whether the last read left room, so that there is nothing more in the socket. */
  private boolean drained;

  byte[] array() {
    return array;
  }

  /** Where the first unused byte is. */
  int start() {
    return start;
  }

  /** Where the last one ends. */
  int end() {
    return end;
  }

  boolean isEmpty() {
    return start == end;
  }

  boolean drained() {
    return drained;
  }

  /**
   * Reads what there is room for, and makes room if there is little.
   *
   * @return as {@link SocketChannel#read}
   */
  int read(SocketChannel channel) throws IOException {
    makeRoom();
    int n = channel.read(buffer.limit(array.length).position(end));
    drained = end + n < array.length;
    end += Math.max(n, 0);
    return n;
  }

  /** Whatever was read, the socket may have more now. */
  void refill() {
    drained = false;
  }

  /** Uses up {@code length} bytes from the start. */
  void consume(int length) {
    start += length;
    if (start == end) {
      start = 0;
      end = 0;
      if (array.length > INITIAL) {
        array = NO_BYTES;
        buffer = NONE;
      }
    }
  }

  /** Takes {@code length} bytes out at {@code from}; what follows moves up. */
  void cut(int from, int length) {
    System.arraycopy(array, from + length, array, from, end - from - length);
    end -= length;
  }

  private void makeRoom() {
    if (array.length - end >= LEAST_ROOM) {
      return;
    }
    if (start > 0) {
      System.arraycopy(array, start, array, 0, end - start);
    } else {
      array = Arrays.copyOf(array, Math.max(INITIAL, array.length * 2));
      buffer = ByteBuffer.wrap(array);
    }
    end -= start;
    start = 0;
  }
}
