package tailgate.handoff;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A word that threads can wait on, after Linux's futex(2): {@link #await} sleeps only as long as
 * the word is what the caller has seen, and {@link #advance} changes it and wakes one sleeper.
 *
 * <pre>
 *   await:    join the waiters ──▶ is the word still what was seen? ── yes ──▶ park
 *   advance:  change the word  ──▶ take a waiter out, and unpark it
 * </pre>
 *
 * <p>Both write first and look at the other's word second, so one of them at least sees the other:
 * no wake-up is lost. A waiter ends once, by whoever is first: an advance, which has then spent its
 * wake-up, or itself, and then that advance wakes the next.
 *
 * <p>Two calls that are 2³² advances apart look alike, as in the kernel's. Thread-safe.
 */
final class Futex {

  private static final class Waiter {
    final Thread thread = Thread.currentThread();
    private final AtomicBoolean ended = new AtomicBoolean();

    boolean hasEnded() {
      return ended.get();
    }

    /** True for one caller only. */
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
   *     returns, still interrupted, because the wake-up was meant for somebody who looks
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
    if (self.end()) { // nobody has woken it
      waiters.remove(self);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
