package tailgate.trace;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whole lines on their way from many who serve to the one who writes: two buffers that change
 * places.
 *
 * <pre>
 *   append --> [ filling ] <--change places--> [ taken ] --> the writer, without the lock
 * </pre>
 *
 * <ul>
 *   <li>The lock guards who has which buffer, and what is in {@code filling}: whole lines in the
 *       order of their appends. It is held for a copy of some hundred bytes, never for I/O.
 *   <li>{@code taken} is the writer's from one {@link #take} to the next.
 *   <li>The writer is woken when {@code filling} is half full, and by its own patience before; an
 *       append that finds no room waits until it has taken, an offer gives up.
 *   <li>Once closed nothing is appended any more, and what was can still be taken.
 * </ul>
 *
 * <p>One lock and no ring of slots: with a hundred requests' worth of work between two appends of a
 * core it is nearly always free, and what it guards can be seen at a glance. It is no monitor, as
 * those pin virtual threads on Java 21. Makes no garbage, unless two meet at the lock.
 */
final class LineBuffer {

  private final ReentrantLock lock = new ReentrantLock();

  /** There is room in {@code filling}, or it is closed. */
  private final Condition room = lock.newCondition();

  /** {@code filling} is half full, or closed. */
  private final Condition due = lock.newCondition();

  /** Guarded by lock. */
  private ByteBuffer filling;

  /** The writer's; changed under the lock. */
  private ByteBuffer taken;

  /** Guarded by lock. */
  private boolean closed;

  /** Guarded by lock; ever since. */
  private long appended;

  /** Guarded by lock. Lines that were not taken: closed, no room, or interrupted. */
  private long rejected;

  /**
   * An empty one.
   *
   * @param capacity bytes of each of the two; a line must fit in half of it
   */
  LineBuffer(int capacity) {
    filling = ByteBuffer.allocateDirect(capacity);
    taken = ByteBuffer.allocateDirect(capacity).limit(0);
  }

  /**
   * Appends a whole line, and waits for room if there is none.
   *
   * @return false if it was closed first, or the thread was interrupted while it waited and so is
   *     to do something else now
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
   * Waits until there is enough to be worth a write, at most so long, and takes what there is: the
   * caller's until the next call, and empty perhaps.
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

  /** Nothing is appended from now on; those who wait for room are told so. */
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

  /** Whether it is closed and all was taken. */
  boolean isFinished() {
    lock.lock();
    try {
      return closed && filling.position() == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Lines that were appended. */
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
      due.signal(); // the writer is the only one
    }
    return true;
  }

  private boolean isDue() {
    return filling.position() >= filling.capacity() / 2;
  }
}
