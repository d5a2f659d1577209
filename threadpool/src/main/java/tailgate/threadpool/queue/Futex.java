package tailgate.threadpool.queue;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A word that threads can wait on, like futex(2) of Linux: {@link #await} sleeps only while the
 * word still has the value that the caller has seen, and {@link #advance} changes the word and
 * wakes one waiter.
 *
 * <pre>
 *   await:    add itself to the waiters ──▶ is the word still the one seen? ── yes ──▶ park
 *   advance:  change the word           ──▶ remove a waiter and unpark it
 * </pre>
 *
 * <p>Each side first writes its own variable and then reads the other's. So at least one of them
 * sees the other, and no wake-up is lost. A wait ends exactly once. Either an {@code advance} ends
 * it, which has then used its wake-up, or the waiter itself; then the {@code advance} wakes the
 * next waiter.
 *
 * <p>After 2³² advances the word has the same value again, as in the kernel. Thread-safe.
 */
final class Futex {

  private static final class Waiter {
    final Thread thread = Thread.currentThread();
    private final AtomicBoolean ended = new AtomicBoolean();

    boolean hasEnded() {
      return ended.get();
    }

    /** Ends the wait; true for the first caller only. */
    boolean end() {
      return ended.compareAndSet(false, true);
    }
  }

  private final AtomicInteger word = new AtomicInteger();
  private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  int word() {
    return word.get();
  }

  /** Changes the word and wakes the thread that has waited longest, if any waits. */
  void advance() {
    word.incrementAndGet();
    Waiter waiter = waiters.poll();
    while (waiter != null && !waiter.end()) {
      waiter = waiters.poll();
    }
    if (waiter != null) {
      LockSupport.unpark(waiter.thread);
    }
  }

  /**
   * Waits while the word is {@code seen}.
   *
   * @throws InterruptedException if interrupted before an advance has woken it; after that it
   *     returns, still interrupted, because the caller must use that wake-up
   */
  void await(int seen) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Waiter self = new Waiter();
    waiters.add(self);
    while (word.get() == seen && !self.hasEnded() && !Thread.currentThread().isInterrupted()) {
      LockSupport.park(this);
    }
    if (self.end()) { // no advance has woken it
      waiters.remove(self);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
