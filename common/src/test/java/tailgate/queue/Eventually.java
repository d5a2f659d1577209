package tailgate.queue;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what no latch can tell, such as that a thread has parked. Looks every millisecond. */
public final class Eventually {
  private Eventually() {}

  public static void until(Callable<Boolean> condition) {
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(condition);
  }
}
