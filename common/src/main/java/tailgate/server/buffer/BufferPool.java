package tailgate.server.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Buffers of one size that connections share. A connection has one only while it has bytes to put
 * into it, so ten thousand idle connections have none.
 *
 * <p>Thread-safe without a lock. A thread tries a few slots, which it shares with few other
 * threads. If all of them are empty it makes a new buffer; if all of them are full it drops the one
 * it returns.
 */
public final class BufferPool {

  private static final int SLOTS = 64; // a power of two
  private static final int PROBES = 4;

  /** References apart, two cache lines: processors fetch two together. */
  private static final int SPACING = 32;

  /** The first place is not used: every access reads the array's length, which is beside it. */
  private final AtomicReferenceArray<@Nullable ByteBuffer> slots =
      new AtomicReferenceArray<>((SLOTS + 1) * SPACING);

  private final int size;
  private final boolean direct;

  private BufferPool(int size, boolean direct) {
    this.size = size;
    this.direct = direct;
  }

  /** A pool of buffers of {@code size} bytes each, outside the heap. */
  public static BufferPool direct(int size) {
    return new BufferPool(size, true);
  }

  /** A pool of buffers of {@code size} bytes each, with arrays. */
  public static BufferPool onHeap(int size) {
    return new BufferPool(size, false);
  }

  /** An empty buffer; it belongs to the caller until {@link #give}. */
  public ByteBuffer take() {
    int first = (int) Thread.currentThread().threadId();
    for (int i = 0; i < PROBES; i++) {
      int slot = (((first + i) & (SLOTS - 1)) + 1) * SPACING;
      if (slots.getPlain(slot) != null) {
        ByteBuffer buffer = slots.getAndSet(slot, null);
        if (buffer != null) {
          return buffer;
        }
      }
    }
    return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
  }

  /** Takes back a buffer that is no longer used. */
  public void give(ByteBuffer buffer) {
    if (buffer.capacity() != size) {
      return; // was made for one very long head
    }
    buffer.clear();
    int first = (int) Thread.currentThread().threadId();
    for (int i = 0; i < PROBES; i++) {
      if (slots.compareAndSet((((first + i) & (SLOTS - 1)) + 1) * SPACING, null, buffer)) {
        return;
      }
    }
  }
}
