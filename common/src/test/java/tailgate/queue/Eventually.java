package tailgate.queue;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Waits for what no latch can tell, such as that a thread has parked. Looks often: some tests wait
 * for it hundreds of times.
 */
public final class Eventually {
  private Eventually() {}

  public static void until(Callable<Boolean> condition) {
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofNanos(100_000))
        .until(condition);
  }
}
