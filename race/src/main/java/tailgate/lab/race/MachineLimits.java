package tailgate.lab.race;

/**
 * What the machine can do for all lanes together.
 *
 * @param requestMillis the processor time that a request costs servers and generator, beyond what
 *     its handler computes
 */
record MachineLimits(double requestMillis, int cores) {

  private static final double LEAST_MILLIS = 0.02;

  /** A race may use this share of the processors. Above it, the waits for a processor dominate. */
  private static final double MOST_BUSY = 0.6;

  /** The fixed pool is busy at this share of its capacity, and its queue stays short. */
  private static final double MOST_OF_POOL = 0.8;

  /** Has a lower bound, because a short calibration can result in about 0, or less. */
  static MachineLimits of(double requestMillis, int cores) {
    return new MachineLimits(Math.max(LEAST_MILLIS, requestMillis), cores);
  }

  /** Returns the requests a second that all lanes together may get. */
  double machine(RaceSettings settings) {
    return MOST_BUSY * cores * 1e3 / (requestMillis + settings.work().computesMillis());
  }

  /**
   * Returns the requests a second that each lane should get: as many as the machine can do, and, if
   * requests take time, nearly as many as the fixed pool can.
   */
  double suggested(RaceSettings settings) {
    Work work = settings.work();
    int places =
        work == Work.SLOTS ? Math.min(settings.slots(), settings.workers()) : settings.workers();
    double pool =
        work.millis() == 0 ? RaceSettings.MOST_RATE : MOST_OF_POOL * places * 1e3 / work.millis();
    double each = Math.min(pool, machine(settings) / settings.stages().size());
    return Math.min(RaceSettings.MOST_RATE, roundedDown(each));
  }

  /** Rounds down to 1, 2 or 5 times a power of ten, at least 1. */
  static double roundedDown(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(1, value))));
    double digit = value / power;
    return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
  }
}
