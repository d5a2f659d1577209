package tailgate.server.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Direct buffers for responses that are being sent. A connection has one only while it has
 * something to send, so ten thousand idle connections have none.
 *
 * <p>Thread-safe without a lock. A thread tries a few slots, which it shares with few other
 * threads. If all of them are empty it makes a new buffer; if all of them are full it drops the one
 * it returns.
 */
public final class BufferPool {

  private static final int SLOTS = 64; // a power of two
  private static final int PROBES = 4;
  private static final int SPACING = 16; // references apart: no two slots on one cache line

  private final AtomicReferenceArray<@Nullable ByteBuffer> slots =
      new AtomicReferenceArray<>(SLOTS * SPACING);
  private final int size;

  /** A pool of buffers of {@code size} bytes each. */
  public BufferPool(int size) {
    this.size = size;
  }

  /** An empty buffer; it belongs to the caller until {@link #give}. */
  public ByteBuffer take() {
    int first = (int) Thread.currentThread().threadId();
    for (int i = 0; i < PROBES; i++) {
      int slot = ((first + i) & (SLOTS - 1)) * SPACING;
      if (slots.getPlain(slot) != null) {
        ByteBuffer buffer = slots.getAndSet(slot, null);
        if (buffer != null) {
          return buffer;
        }
      }
    }
    return ByteBuffer.allocateDirect(size);
  }

  /** Takes back a buffer that is no longer used. */
  public void give(ByteBuffer buffer) {
    if (buffer.capacity() != size) {
      return; // was made for one very long head
    }
    buffer.clear();
    int first = (int) Thread.currentThread().threadId();
    for (int i = 0; i < PROBES; i++) {
      if (slots.compareAndSet(((first + i) & (SLOTS - 1)) * SPACING, null, buffer)) {
        return;
      }
    }
  }
}
