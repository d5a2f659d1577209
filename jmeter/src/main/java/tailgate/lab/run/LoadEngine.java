package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import tailgate.lab.LabException;
import tailgate.lab.process.Children;

/**
 * Drives a load at a server, in a JVM of its own: the lab's heap must not disturb the clock.
 *
 * <p>There are two. JMeter is what the world knows: plans that open in its GUI, whole milliseconds,
 * and a clock that starts when a request is sent. {@link HyperfoilRun} is the finer one:
 * microseconds, counted from when a request was due.
 *
 * @param <L> how it wants its load described
 */
public interface LoadEngine<L> {

  /**
   * Drives the load and returns when it is over.
   *
   * @param port of a server on the loopback address
   * @param folder gets the raw results and the engine's own log
   * @throws LabException if the engine fails or does not end; that requests failed is no such case
   */
  void run(Children children, int port, L load, Path folder)
      throws IOException, LabException, InterruptedException;
}
