package tailgate.lab.run;

import java.io.IOException;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadSpec;

/**
 * Where the loads of an experiment come from: this machine or others. By itself it drives each load
 * with a JVM that is new; {@link #keep} has one JVM for all.
 */
@FunctionalInterface
public interface LoadSource extends LoadGenerator<LoadSpec> {

  /** The highest low rate per second: well below what a source of {@link #atLowRate} can do. */
  double LOW_RATE = 5_000;

  /** Returns a source for loads of a low rate, if another one is more punctual there. */
  default LoadSource atLowRate() {
    return this;
  }

  /** Returns the source that suits loads of a rate, which is infinite if it depends on answers. */
  default LoadSource upTo(double mostPerSecond) {
    return mostPerSecond > LOW_RATE ? this : atLowRate();
  }

  /**
   * Starts a generator for one load after the other, and returns when the first one would begin at
   * once. By default nothing is kept.
   *
   * @param mostUsers of any of the loads
   * @param context its folder gets the log of the generator
   */
  default LoadGenerator<LoadSpec> keep(int mostUsers, RunContext context)
      throws IOException, LabException, InterruptedException {
    return (load, server, ofLoad) -> drive(load, server, ofLoad);
  }
}
