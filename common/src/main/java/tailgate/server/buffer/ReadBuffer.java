package tailgate.server.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a connection that have arrived and were not consumed yet. It begins with a small
 * array, grows with what a client sends, and shrinks again when all is consumed.
 *
 * <p>The small array comes from a pool, and goes back as soon as it is empty, if the thread that
 * has taken it is also the one that consumes: a reactor that is its own worker needs one array for
 * all its idle connections. Otherwise the connection keeps it. (A reactor that reads for others
 * would find none again: they come back to other threads' places.) On a blocking channel the array
 * is the connection's own, because its thread waits in a read.
 *
 * <p>Confined to the owner of the connection.
 */
public final class ReadBuffer {

  /** Enough for a load generator's request, and for half of a browser's. */
  private static final int INITIAL = 512;

  /** A read into less room is not worth a system call; a long head could leave only little room. */
  private static final int LEAST_ROOM = 256;

  /** Twice as much is no length of an array. */
  private static final int LONGEST = 1 << 30;

  private static final byte[] NO_BYTES = {};
  private static final ByteBuffer NONE = ByteBuffer.wrap(NO_BYTES);

  private final RequestMemory memory;
  private final BufferPool pool;
  private final boolean blocking;

  /** The bytes; an empty array until the first read, and after {@link #release}. */
  private byte[] array = NO_BYTES;

  /** Wraps the array. */
  private ByteBuffer buffer = NONE;

  /** Who has taken the array from the pool; null if it is not from there. */
  private @Nullable Thread taker;

  private int start;
  private int end;

  /** Whether the last read left room, so that there is nothing more in the socket. */
  private boolean drained;

  /**
   * Creates an empty buffer.
   *
   * @param memory what it needs beyond its first bytes is taken from it
   * @param pool made by {@link #newPool}
   * @param blocking the mode of the channel
   */
  public ReadBuffer(RequestMemory memory, BufferPool pool, boolean blocking) {
    this.memory = memory;
    this.pool = pool;
    this.blocking = blocking;
  }

  /** A pool for the first bytes of connections. */
  public static BufferPool newPool() {
    return BufferPool.onHeap(INITIAL);
  }

  /**
   * Whether bytes have arrived on a channel that nobody has read yet. Does not block, in either
   * mode of the channel. Any thread may ask.
   */
  public static boolean hasArrived(SocketChannel channel) {
    try {
      return channel.socket().getInputStream().available() > 0;
    } catch (IOException e) {
      return false; // closed
    }
  }

  /** The array with the bytes; changes when they are read or consumed. */
  public byte[] array() {
    return array;
  }

  /** The index of the first byte. */
  public int start() {
    return start;
  }

  /** The index after the last byte. */
  public int end() {
    return end;
  }

  /** Whether there are no bytes. */
  public boolean isEmpty() {
    return start == end;
  }

  /** Whether the socket had nothing left after the last read. */
  public boolean drained() {
    return drained;
  }

  /**
   * Reads once, and makes room before if there is little.
   *
   * @return as {@link SocketChannel#read}
   * @throws OutOfRequestMemoryException if there is no memory for more; nothing was read then
   */
  public int read(SocketChannel channel) throws IOException {
    if (array.length - end < LEAST_ROOM) {
      makeRoom();
    }
    int n = channel.read(buffer.limit(array.length).position(end));
    drained = end + n < array.length;
    end += Math.max(n, 0);
    if (start == end && Thread.currentThread().equals(taker)) {
      release();
    }
    return n;
  }

  /**
   * Removes {@code length} bytes from the start.
   *
   * @return whether there are bytes left
   */
  public boolean consume(int length) {
    start += length;
    boolean left = start < end;
    if (!left) {
      start = 0;
      end = 0;
      if (array.length > INITIAL || Thread.currentThread().equals(taker)) {
        release();
      }
    }
    return left;
  }

  /** Drops everything, and gives its memory back. */
  public void release() {
    int held = heldBytes();
    if (held > 0) { // all threads write to the memory, and each request comes here
      memory.release(held);
    }
    giveBack();
    array = NO_BYTES;
    buffer = NONE;
    start = 0;
    end = 0;
  }

  /** Bytes that it has taken from the memory. Other threads may get an old value. */
  public int heldBytes() {
    int length = array.length;
    return length > INITIAL ? length : 0;
  }

  /** Removes {@code length} bytes at {@code from}; what follows moves up. */
  public void cut(int from, int length) {
    System.arraycopy(array, from + length, array, from, end - from - length);
    end -= length;
  }

  private void makeRoom() throws OutOfRequestMemoryException {
    if (start > 0) {
      System.arraycopy(array, start, array, 0, end - start);
    } else if (array.length >= LONGEST) {
      throw new OutOfRequestMemoryException();
    } else {
      grow(Math.max(INITIAL, array.length * 2));
    }
    end -= start;
    start = 0;
  }

  private void grow(int length) throws OutOfRequestMemoryException {
    if (length > INITIAL) {
      enlarge(length);
    } else if (blocking) {
      use(ByteBuffer.allocate(length));
    } else {
      use(pool.take());
      taker = Thread.currentThread();
    }
  }

  private void enlarge(int length) throws OutOfRequestMemoryException {
    int growth = length - heldBytes();
    if (!memory.tryReserve(growth)) {
      throw new OutOfRequestMemoryException();
    }
    byte[] larger;
    try {
      larger = Arrays.copyOf(array, length);
    } catch (OutOfMemoryError e) {
      memory.release(growth);
      throw e;
    }
    giveBack();
    use(ByteBuffer.wrap(larger));
  }

  @SuppressWarnings("ByteBufferBackingArray") // all of them begin at the beginning of their array
  private void use(ByteBuffer other) {
    buffer = other;
    array = other.array();
  }

  /** Gives the array back if this thread has taken it from the pool. */
  private void giveBack() {
    if (Thread.currentThread().equals(taker)) {
      pool.give(buffer);
    }
    taker = null;
  }
}
