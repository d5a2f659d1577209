package tailgate.lab.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handles Ctrl-C and SIGTERM between construction and {@link #over}: the work is stopped, and the
 * JVM waits until the main thread has written its partial results.
 */
public final class Termination {

  private static final long WRITING_SECONDS = 10;

  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook;

  /** Handles them by stopping all children. */
  public Termination(Children children) {
    this(children::close);
  }

  /** Handles them by {@code stop}, which another thread runs. */
  public Termination(Runnable stop) {
    hook = new Thread(() -> end(stop), "termination");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end(Runnable stop) {
    stop.run();
    try {
      boolean inTime = written.await(WRITING_SECONDS, TimeUnit.SECONDS);
      if (!inTime) {
        System.err.println("partial results could not be written in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the JVM end, because all results have been written. */
  public void over() {
    written.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running, and has just been released.
    }
  }
}
