package tailgate.lab.experiment;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Estimates how long the rest of an experiment takes: at first as long as its plan says, then as
 * long as its runs have taken so far. It is confined to one thread.
 */
final class TimeLeft {

  private final Duration planned;
  private final int runs;
  private final LongSupplier nanoClock;
  private final long beginNanos;

  /**
   * Counts from now.
   *
   * @param planned how long a run takes by the plan
   * @param runs how many runs are to be made
   */
  TimeLeft(Duration planned, int runs, LongSupplier nanoClock) {
    this.planned = planned;
    this.runs = runs;
    this.nanoClock = nanoClock;
    this.beginNanos = nanoClock.getAsLong();
  }

  /** Returns the time for the runs that are left when this many have been made. */
  Duration after(int made) {
    Duration each =
        made == 0 ? planned : Duration.ofNanos(nanoClock.getAsLong() - beginNanos).dividedBy(made);
    return each.multipliedBy(runs - made);
  }
}
