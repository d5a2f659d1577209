package tailgate.lab.choose;

import java.util.Optional;

/**
 * Says how many workers a pool needs: Little's law, {@code L = λ W}. With {@code c} cores and
 * {@code s} of processor time for each request, a server answers at most {@code c / s} requests a
 * second; a request that holds a worker for {@code W} then needs {@code c W / s} workers.
 */
final class Sizing {

  /** Arrivals and waits vary, and a worker that is missing costs more than one that idles. */
  private static final double ROOM = 1.25;

  /** A pool of which less than this part is busy is not full. */
  private static final double NEARLY_ALL = 0.75;

  private static final int UNIT = 8;
  private static final int MOST = 4_096;

  private Sizing() {}

  /**
   * Returns how many times longer a request holds a worker than a core.
   *
   * @param heldMicros the time for which a request holds a worker
   * @param cpuMicros the processor time of a request, above 0
   */
  static double timesLonger(double heldMicros, double cpuMicros) {
    return Math.max(1, heldMicros / cpuMicros);
  }

  /** Returns the workers that keep the cores busy; a multiple of 8, at most 4,096. */
  static int forCores(int cores, double heldMicros, double cpuMicros) {
    return rounded(cores * timesLonger(heldMicros, cpuMicros) * ROOM);
  }

  /** Returns the workers that a rate needs; a multiple of 8, at most 4,096. */
  static int forRate(double perSecond, double heldMicros) {
    return rounded(perSecond * heldMicros / 1e6 * ROOM);
  }

  /**
   * Returns the size to be tried beside the usual one: what Little's law asks for if that is more,
   * and if the usual one was what ended the climb; else empty.
   *
   * @param capacity the capacity that was found with the usual one
   * @param heldMicros the time for which a request holds a worker
   * @param cpuMicros the processor time of a request
   * @param limit the highest rate that can be tried
   */
  static Optional<Integer> better(
      int usual, Capacity capacity, int cores, double heldMicros, double cpuMicros, double limit) {
    int wanted = Math.min(forCores(cores, heldMicros, cpuMicros), forRate(limit, heldMicros));
    boolean isKnown = !capacity.atLeast() && !capacity.isNone();
    return isKnown && isFull(capacity, usual, heldMicros) && wanted > usual
        ? Optional.of(wanted)
        : Optional.empty();
  }

  /** Returns whether a pool ended a climb: Little's law, with nearly all of its workers busy. */
  static boolean isFull(Capacity capacity, int workers, double heldMicros) {
    return capacity.interval().high() >= NEARLY_ALL * workers * 1e6 / heldMicros;
  }

  private static int rounded(double workers) {
    return (int) Math.min(MOST, Math.ceil(Math.max(workers, 1) / UNIT) * UNIT);
  }
}
