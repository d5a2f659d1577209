package tailgate.server;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Direct buffers for responses on their way out. A connection has one only while it has something
 * to send, so ten thousand idle ones have none.
 *
 * <p>Thread-safe without a lock. A thread looks in a few slots that it shares with few others;
 * where all are taken it makes a new buffer, and where all are filled it drops one.
 */
final class BufferPool {

  private static final int SLOTS = 64; // a power of two
  private static final int PROBES = 4;
  private static final int SPACING = 16; // references apart: no two slots on one cache line

  private final AtomicReferenceArray<@Nullable ByteBuffer> slots =
      new AtomicReferenceArray<>(SLOTS * SPACING);
  private final int size;

  /** A pool of buffers of {@code size} bytes each. */
  BufferPool(int size) {
    this.size = size;
  }

  /** An empty buffer, the caller's until it gives it back. */
  ByteBuffer take() {
    int first = firstSlot();
    for (int i = 0; i < PROBES; i++) {
      int slot = slot(first + i);
      if (slots.getPlain(slot) != null) {
        ByteBuffer buffer = slots.getAndSet(slot, null);
        if (buffer != null) {
          return buffer;
        }
      }
    }
    return ByteBuffer.allocateDirect(size);
  }

  /** Takes back a buffer that nobody uses any more. */
  void give(ByteBuffer buffer) {
    if (buffer.capacity() != size) {
      return; // made for one head beyond all measure
    }
    buffer.clear();
    int first = firstSlot();
    for (int i = 0; i < PROBES; i++) {
      if (slots.compareAndSet(slot(first + i), null, buffer)) {
        return;
      }
    }
  }

  private static int firstSlot() {
    return (int) Thread.currentThread().threadId();
  }

  private static int slot(int index) {
    return (index & SLOTS - 1) * SPACING;
  }
}
