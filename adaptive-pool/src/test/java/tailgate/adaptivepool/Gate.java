package tailgate.adaptivepool;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A task that any number of workers can be held in, so that a test knows what they do. */
final class Gate implements Runnable {
  private final Semaphore entered = new Semaphore(0);
  private final AtomicInteger inside = new AtomicInteger();
  private final CountDownLatch open = new CountDownLatch(1);

  @Override
  public void run() {
    inside.incrementAndGet();
    entered.release();
    try {
      open.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } finally {
      inside.decrementAndGet();
    }
  }

  /** Returns when that many more runs have begun. */
  void awaitEntered(int runs) throws InterruptedException {
    entered.acquire(runs);
  }

  /** How many are held now, counted by themselves. */
  int inside() {
    return inside.get();
  }

  void open() {
    open.countDown();
  }
}
