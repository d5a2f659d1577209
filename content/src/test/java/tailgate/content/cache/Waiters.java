package tailgate.content.cache;

import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that want a file from a disk that is slow until it is told otherwise. */
final class Waiters implements AutoCloseable {

  private static final EnumSet<Thread.State> HELD =
      EnumSet.of(Thread.State.WAITING, Thread.State.BLOCKED);

  private final CountDownLatch loading = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  /** Confined to the test's thread, on which the executor asks for them. */
  private final List<Thread> threads = new ArrayList<>();

  private final ExecutorService executor =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task);
            threads.add(thread);
            return thread;
          });

  <T> Future<T> start(Callable<T> wish) {
    return executor.submit(wish);
  }

  <T> List<Future<T>> start(int count, Callable<T> wish) {
    List<Future<T>> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      answers.add(start(wish));
    }
    return answers;
  }

  /** Called by loaders: returns when the disk has woken. */
  void waitForTheDisk() {
    try {
      waitForTheDiskOrInterrupt();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void waitForTheDiskOrInterrupt() throws InterruptedException {
    loading.countDown();
    go.await();
  }

  void awaitLoading() throws InterruptedException {
    loading.await();
  }

  /** Until one thread loads and the others wait for it, however they do that. */
  void awaitAllWaiting() throws InterruptedException {
    awaitLoading();
    await().until(() -> threads.stream().allMatch(thread -> HELD.contains(thread.getState())));
  }

  void interruptFirst() {
    threads.getFirst().interrupt();
  }

  void wakeTheDisk() {
    go.countDown();
  }

  @Override
  public void close() {
    wakeTheDisk();
    executor.close();
  }
}
