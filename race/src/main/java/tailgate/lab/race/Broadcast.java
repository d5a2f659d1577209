package tailgate.lab.race;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the latest frame and the latest state, for all pages that watch. A page that is slow misses
 * frames, never a state. Thread-safe; all fields are guarded by the lock.
 */
final class Broadcast {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Now now = new Now("", 0, "", 0, false);

  /**
   * The latest frame and state, each with its number.
   *
   * @param frame a frame of JSON on one line, as {@code state}
   * @param isOver says that nothing more will come
   */
  record Now(String frame, long frames, String state, long states, boolean isOver) {}

  void frame(String frame) {
    publish(new Now(frame, now().frames + 1, now().state, now().states, now().isOver));
  }

  /** Publishes a state. A state that equals the one before changes nothing. */
  void state(String state) {
    if (!state.equals(now().state)) {
      publish(new Now(now().frame, now().frames, state, now().states + 1, now().isOver));
    }
  }

  /** Replaces the present. One thread at a time calls it, and {@link #close}, which is the end. */
  private void publish(Now next) {
    lock.lock();
    try {
      now = now.isOver ? now : next;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  Now now() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for anything that is newer, or for some time. */
  Now after(Now seen, long mostMillis) throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(mostMillis);
      while (now.equals(seen) && left > 0) {
        left = changed.awaitNanos(left);
      }
      return now;
    } finally {
      lock.unlock();
    }
  }

  /** Ends all waits; nothing changes after it. */
  void close() {
    Now last = now();
    publish(new Now(last.frame, last.frames, last.state, last.states, true));
  }
}
