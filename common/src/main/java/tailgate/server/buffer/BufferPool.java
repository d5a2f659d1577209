package tailgate.server.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Buffers of one size that connections share. A connection has one only while it has bytes to put
 * into it, so ten thousand idle connections have none.
 *
 * <p>Thread-safe without a lock. A look for a buffer, or for room for one, begins at a slot, its
 * home, which is the thread's unless it is given. Who takes a buffer that another thread gives back
 * names the same home to both. If all slots are empty there is a new buffer; if all are full, the
 * one that is given back is dropped.
 */
public final class BufferPool {

  private static final int SLOTS = 64; // a power of two
  private static final int SPACING = 16; // references apart: no two slots on one cache line

  private final AtomicReferenceArray<@Nullable ByteBuffer> slots =
      new AtomicReferenceArray<>(SLOTS * SPACING);
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
    return take(home());
  }

  /** Takes back a buffer that is no longer used. */
  public void give(ByteBuffer buffer) {
    give(buffer, home());
  }

  /** The home of the present thread. */
  public int home() {
    return (int) Thread.currentThread().threadId();
  }

  /** An empty buffer from the slots at this home. */
  public ByteBuffer take(int home) {
    for (int i = 0; i < SLOTS; i++) {
      int slot = slot(home + i);
      if (slots.getPlain(slot) != null) {
        ByteBuffer buffer = slots.getAndSet(slot, null);
        if (buffer != null) {
          return buffer;
        }
      }
    }
    return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
  }

  /** Takes back a buffer that is no longer used, for the slots at this home. */
  public void give(ByteBuffer buffer, int home) {
    if (buffer.capacity() != size) {
      return; // was made for something longer
    }
    buffer.clear();
    for (int i = 0; i < SLOTS; i++) {
      int slot = slot(home + i);
      if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, buffer)) {
        return;
      }
    }
  }

  private static int slot(int number) {
    return (number & (SLOTS - 1)) * SPACING;
  }
}
