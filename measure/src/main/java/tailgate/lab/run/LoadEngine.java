package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import tailgate.lab.LabException;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.Children;

/**
 * Drives a load at a server, in a JVM of its own: the lab's heap must not disturb the clock.
 *
 * <p>There are two. JMeter is widely known: its plans open in its GUI; it counts whole milliseconds
 * from when a request is sent. {@link HyperfoilRun} is finer: it counts microseconds from when a
 * request was due.
 *
 * @param <L> the description of a load
 */
public interface LoadEngine<L> {

  /**
   * Drives the load and returns when it is over.
   *
   * @param port of a server on the loopback address
   * @param folder gets the raw results and the engine's own log
   * @throws LabException if the engine fails or does not end, not if requests fail
   */
  void run(Children children, int port, L load, Path folder)
      throws IOException, LabException, InterruptedException;

  /**
   * Drives the load at a server of any machine; by default at those of this machine alone.
   *
   * @param host its address
   */
  default void run(Children children, String host, int port, L load, Path folder)
      throws IOException, LabException, InterruptedException {
    if (!host.equals(Ports.HOST)) {
      throw new LabException("this generator has no servers on other machines");
    }
    run(children, port, load, folder);
  }

  /** The highest low rate per second: well below what an engine of {@link #atLowRate} can do. */
  double LOW_RATE = 5_000;

  /** Returns an engine for loads of a low rate, if another one is more punctual there. */
  default LoadEngine<L> atLowRate() {
    return this;
  }

  /** Returns the engine that suits loads of a rate, which is infinite if it depends on answers. */
  default LoadEngine<L> upTo(double mostPerSecond) {
    return mostPerSecond > LOW_RATE ? this : atLowRate();
  }

  /** An engine that may keep its JVM from one load to the next, until it is closed. */
  interface Lasting<L> extends LoadEngine<L>, AutoCloseable {

    /**
     * Starts what takes time, and returns when the first load would begin at once; need not be
     * called. Before a look at whether the machine is idle, so that this is over by then.
     */
    default void prepare(Children children) throws IOException, LabException, InterruptedException {
      // most have nothing to start
    }

    @Override
    void close();
  }

  /**
   * Returns an engine for many short loads. By default it keeps nothing.
   *
   * @param mostUsers of any of the loads
   * @param folder gets the log of the engine
   */
  default Lasting<L> lasting(int mostUsers, Path folder) {
    return new Lasting<>() {
      @Override
      public void run(Children children, int port, L load, Path loadFolder)
          throws IOException, LabException, InterruptedException {
        LoadEngine.this.run(children, port, load, loadFolder);
      }

      @Override
      public void run(Children children, String host, int port, L load, Path loadFolder)
          throws IOException, LabException, InterruptedException {
        LoadEngine.this.run(children, host, port, load, loadFolder);
      }

      @Override
      public void close() {
        // there is nothing to end
      }
    };
  }
}
