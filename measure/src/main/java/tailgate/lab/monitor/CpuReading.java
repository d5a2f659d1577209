package tailgate.lab.monitor;

import static tailgate.lab.load.Text.format;

import tailgate.lab.machine.ProcessorTime;

/**
 * Cumulative processor time of a process, and idle time of the machine, read at some moment between
 * two readings of a clock.
 *
 * <p>A thread that reads them can lose its processor between the clock and the file. With one clock
 * reading only, the processor time of six seconds can seem to have been used in a tenth of a
 * second; with two, the error is known.
 *
 * @param busyTicks utime + stime of the process
 * @param idleTicks of all processors of the machine
 * @param beforeNanos of {@link System#nanoTime}
 * @param afterNanos of the same clock
 */
record CpuReading(double busyTicks, double idleTicks, long beforeNanos, long afterNanos) {

  static final double TICKS_PER_SECOND = 1_000 / ProcessorTime.TICK_MILLIS;

  /** Each of utime and stime is rounded down to a tick. */
  private static final double ROUNDING = 2;

  long middleNanos() {
    return beforeNanos + (afterNanos - beforeNanos) / 2;
  }

  /** Returns how long the reading took at most. */
  long widthNanos() {
    return afterNanos - beforeNanos;
  }

  /**
   * Refuses a reading in which the process used more processor time than there was since an earlier
   * one. Apart from rounding, the kernel may not yet have added the current tick of each core.
   *
   * @param cores on which the process may run
   */
  void checkSince(CpuReading earlier, int cores) {
    double ticks = busyTicks - earlier.busyTicks;
    double atMostSeconds = (afterNanos - earlier.beforeNanos) / 1e9;
    double possible = cores * (TICKS_PER_SECOND * atMostSeconds + 1) + ROUNDING;
    if (ticks < 0 || ticks > possible) {
      throw new ImpossibleReadingException(
          format(
              "the kernel says that the server used %.2f s of processor time in %.3f s, which is"
                  + " impossible on %d of the machine's cores",
              ticks / TICKS_PER_SECOND, atMostSeconds, cores));
    }
  }
}
