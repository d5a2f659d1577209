package tailgate.lab.run;

import java.io.IOException;
import tailgate.lab.LabException;

/**
 * Drives loads at servers, in a JVM of its own: the lab's heap must not disturb the clock.
 *
 * <p>There are two programs for that. JMeter is widely known: its plans open in its GUI; it counts
 * whole milliseconds from when a request is sent. {@link HyperfoilRun} is finer: it counts
 * microseconds from when a request was due.
 *
 * @param <L> the description of a load
 */
@FunctionalInterface
public interface LoadGenerator<L> extends AutoCloseable {

  /**
   * Drives a load and returns when it is over. If the thread is interrupted, the load is broken
   * off.
   *
   * @param context its folder gets the raw results and the generator's own log
   * @throws LabException if the generator fails or does not end, not if requests fail
   */
  void drive(L load, Ready server, RunContext context)
      throws IOException, LabException, InterruptedException;

  /** Ends what drives the loads, where it is there beyond a load; by default it is not. */
  @Override
  default void close() {}
}
