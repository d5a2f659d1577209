package tailgate.trace;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Collects whole lines from many threads for the one that writes: two buffers that are swapped.
 *
 * <pre>
 *   append --> [ filling ] <--swap--> [ taken ] --> the writer, without the lock
 * </pre>
 *
 * <ul>
 *   <li>The lock guards which buffer is which, and the content of {@code filling}: whole lines in
 *       the order of their appends. It is held for a copy of some hundred bytes, never for I/O.
 *   <li>{@code taken} belongs to the writer from one {@link #take} to the next.
 *   <li>The writer wakes up when {@code filling} is half full, or after its timeout. If there is no
 *       room, an append waits for the next {@link #take}; an offer gives up.
 *   <li>After {@link #close} nothing is appended any more, but the rest can still be taken.
 * </ul>
 *
 * <p>A lock is enough here: each core does the work of a whole request between two appends, so the
 * lock is nearly always free. It is not a monitor, because those pin virtual threads on Java 21.
 * Allocates nothing unless two threads compete for the lock.
 */
final class LineBuffer {

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when there is room in {@code filling}, or it is closed. */
  private final Condition room = lock.newCondition();

  /** Signalled when {@code filling} is half full, or closed. */
  private final Condition due = lock.newCondition();

  /** Guarded by lock. */
  private ByteBuffer filling;

  /** Confined to the writer; changed under the lock. */
  private ByteBuffer taken;

  /** Guarded by lock. */
  private boolean closed;

  /** Guarded by lock. Lines since the start. */
  private long appended;

  /** Guarded by lock. Lines that were not taken: closed, no room, or interrupted. */
  private long rejected;

  /**
   * Creates an empty buffer.
   *
   * @param capacity bytes of each of the two; a line must fit into half of it
   */
  LineBuffer(int capacity) {
    filling = ByteBuffer.allocateDirect(capacity);
    taken = ByteBuffer.allocateDirect(capacity).limit(0);
  }

  /**
   * Appends a whole line, and waits for room if there is none.
   *
   * @return false if it is closed, or if the thread was interrupted while it waited
   */
  boolean append(byte[] line, int length) {
    lock.lock();
    try {
      while (filling.remaining() < length && !closed) {
        room.await();
      }
      return put(line, length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      rejected++;
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Appends a whole line if there is room for it now. */
  boolean offer(byte[] line, int length) {
    lock.lock();
    try {
      return put(line, length);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a write is worthwhile, for at most {@code nanos}, and takes the lines, possibly
   * none. The result belongs to the caller until its next call.
   */
  ByteBuffer take(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (!isDue() && !closed && left > 0) {
        left = due.awaitNanos(left);
      }
      ByteBuffer full = filling;
      filling = taken.clear();
      taken = full.flip();
      room.signalAll();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Accepts no more lines, and wakes all threads that wait for room. */
  void close() {
    lock.lock();
    try {
      closed = true;
      due.signal();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether it is closed and all lines were taken. */
  boolean isFinished() {
    lock.lock();
    try {
      return closed && filling.position() == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many lines were appended. */
  long appended() {
    lock.lock();
    try {
      return appended;
    } finally {
      lock.unlock();
    }
  }

  /** Lines that {@link #append} and {@link #offer} did not take. */
  long rejected() {
    lock.lock();
    try {
      return rejected;
    } finally {
      lock.unlock();
    }
  }

  // ---- only with the lock held

  private boolean put(byte[] line, int length) {
    if (closed || filling.remaining() < length) {
      rejected++;
      return false;
    }
    filling.put(line, 0, length);
    appended++;
    if (isDue()) {
      due.signal(); // the writer is the only waiter
    }
    return true;
  }

  private boolean isDue() {
    return filling.position() >= filling.capacity() / 2;
  }
}
