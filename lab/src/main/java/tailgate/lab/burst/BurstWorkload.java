package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.List;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/**
 * A handler and the rates of its load.
 *
 * <p>For a handler that waits, the rates follow from what eight workers can do: an eighth of it in
 * the quiet phase, more than three times as much in a spike. For a handler that computes, no pool
 * can do more than the cores can: above that, every pool only grows its queue. So its spike stays
 * below what one core can do, which is what a server has on a machine of two.
 *
 * @param name on the command line and in file names
 * @param what for people
 * @param arguments of the server
 * @param waits whether its rates follow from what eight workers can do
 * @param warmUp arrivals per second, as are the others
 */
public record BurstWorkload(
    String name,
    String what,
    List<String> arguments,
    boolean waits,
    double warmUp,
    double quiet,
    double spike,
    double coolDown) {

  /** The size of the fixed pool, from which the rates follow. */
  public static final int FIXED_WORKERS = 8;

  private static final double WARM_UP = 0.9; // share of what eight workers can do, like the others

  /** So few that a pool stays at its core size, even with random arrivals. */
  private static final double QUIET = 0.125;

  private static final double SPIKE = 3.3;
  private static final double COOL_DOWN = 0.25;

  public static final List<BurstWorkload> ALL =
      List.of(
          new BurstWorkload(
              "none", "a cached file, below 1 ms", List.of(), false, 1500, 300, 3000, 150),
          new BurstWorkload(
              "cpu-2ms",
              "2 ms of computing",
              List.of("--simulate-cpu", "2ms"),
              false,
              300,
              75,
              400,
              40),
          waiting("io-10ms", "10 ms of waiting", "10ms", 10),
          waiting("io-50ms", "50 ms of waiting", "50ms", 50),
          waiting("io-exp-20ms", "waiting, exponential, mean 20 ms", "exp:20ms", 20));

  public BurstWorkload {
    arguments = List.copyOf(arguments);
  }

  /**
   * A handler of the user's own. Its rates have the proportions of the handlers that wait.
   *
   * @param spikePerSecond arrivals in a spike
   */
  public static BurstWorkload own(
      String name, String className, List<String> arguments, double spikePerSecond) {
    return waiting(name, className, arguments, spikePerSecond / SPIKE);
  }

  private static BurstWorkload waiting(String name, String what, String delay, double meanMillis) {
    return waiting(name, what, List.of("--simulate-io", delay), FIXED_WORKERS * 1_000 / meanMillis);
  }

  private static BurstWorkload waiting(
      String name, String what, List<String> arguments, double capacity) {
    return new BurstWorkload(
        name,
        what,
        arguments,
        true,
        WARM_UP * capacity,
        QUIET * capacity,
        SPIKE * capacity,
        COOL_DOWN * capacity);
  }

  /** The segments of the load. */
  public List<Segment> segments(BurstPlan pace) {
    List<Segment> segments = new ArrayList<>();
    int part = 1;
    segments.add(Segment.of(Kind.WARM_UP, part++, warmUp, pace.warmUp()));
    for (int rehearsal = 0; rehearsal < pace.rehearsals(); rehearsal++) {
      segments.add(Segment.of(Kind.WARM_UP, part++, spike, pace.spike()));
      segments.add(Segment.of(Kind.WARM_UP, part++, coolDown, pace.coolDown()));
    }
    segments.add(Segment.of(Kind.WARM_UP, part, coolDown, pace.settle()));
    for (int cycle = 1; cycle <= pace.cycles(); cycle++) {
      segments.add(Segment.of(Kind.QUIET, cycle, quiet, pace.quiet()));
      segments.add(Segment.of(Kind.SPIKE, cycle, spike, pace.spike()));
      segments.add(Segment.of(Kind.COOL_DOWN, cycle, coolDown, pace.coolDown()));
    }
    return segments;
  }
}
