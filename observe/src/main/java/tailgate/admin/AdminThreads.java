package tailgate.admin;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import tailgate.server.stage.ThreadReserve;

/**
 * The threads of the admin port: a request goes to an idle thread, else to a new one, and waits
 * only if there are as many as there may be.
 *
 * <p>A {@link ThreadPoolExecutor} with an ordinary queue would start a thread for each request,
 * whether or not others are idle, until all its core threads run. A server that is polled would
 * soon have all of them, and the polling would keep them.
 *
 * <p>Some threads exist from the start. So the admin port answers when the system has no further
 * thread.
 */
final class AdminThreads {

  /** Threads that are always there: one for a stream of events, and one for the rest. */
  static final int ALWAYS = 2;

  private static final int IDLE_SECONDS = 5;

  private AdminThreads() {}

  /**
   * Creates an executor of daemon threads. All but {@link #ALWAYS} of them end when they are idle.
   */
  static ThreadPoolExecutor atMost(int threads) {
    var factory = Thread.ofPlatform().daemon().name("tailgate-admin-", 1).factory();
    return atMost(threads, ThreadReserve.ofProcess().guard(factory));
  }

  static ThreadPoolExecutor atMost(int threads, ThreadFactory factory) {
    ToIdleThreads queue = new ToIdleThreads();
    return new ThreadPoolExecutor(
        ALWAYS,
        threads,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        queue,
        factory,
        (task, pool) -> {
          if (pool.isShutdown()) {
            throw new RejectedExecutionException("the admin port is closed");
          }
          queue.append(task);
        }) {
      @Override
      public void execute(Runnable task) {
        try {
          super.execute(task);
        } catch (OutOfMemoryError e) { // no thread could be started
          queue.append(task);
        }
      }
    };
  }

  /** Takes a task only if a thread waits for one; so the pool starts a thread, or refuses it. */
  private static final class ToIdleThreads extends LinkedTransferQueue<Runnable> {

    private static final long serialVersionUID = 1;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }

    /** Takes it for the next thread that is done. */
    void append(Runnable task) {
      super.offer(task);
    }
  }
}
