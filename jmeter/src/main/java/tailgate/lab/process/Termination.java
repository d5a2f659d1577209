package tailgate.lab.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What happens on Ctrl-C or SIGTERM between construction and {@link #over}: the children are taken
 * down, and the JVM lives on until the thread that waited for them has said what it knows.
 */
public final class Termination {

  private static final long LAST_WORDS_SECONDS = 10;

  private final CountDownLatch said = new CountDownLatch(1);
  private final Thread hook;

  public Termination(Children children) {
    hook = new Thread(() -> takeDown(children), "termination");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void takeDown(Children children) {
    children.close();
    try {
      boolean inTime = said.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
      if (!inTime) {
        System.err.println("partial results could not be written in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Everything has been said. */
  public void over() {
    said.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running, and has just been released.
    }
  }
}
