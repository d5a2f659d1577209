package tailgate.soak;

import java.util.ArrayList;
import java.util.List;

/** Daemon threads that are started and awaited together. For one thread. */
final class SoakThreads {

  private final List<Thread> threads = new ArrayList<>();

  void start(String name, Runnable work) {
    threads.add(Thread.ofPlatform().daemon().name(name).start(work));
  }

  /** Waits for the end of all, or until the calling thread is interrupted, which it stays. */
  void join() {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
