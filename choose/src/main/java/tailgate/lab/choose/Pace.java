package tailgate.lab.choose;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says how much time is spent where.
 *
 * @param warmUp the time of a closed load, of which the last part gives the first guess
 * @param step the least time of a step of a climb
 * @param longest how many times longer a step may be at a low rate
 * @param resolution at which a climb ends, above 1; a root of the factor by which it climbs
 * @param climbing the time after which a capacity is not searched for more closely, and no climb
 *     begins again
 * @param repeats how often a climb is repeated, around the capacity that it has found
 * @param calm the time at half of the capacity
 * @param overload the time at each rate above the capacity; zero for no overload
 * @param recovery the time at half of the capacity, after that
 * @param rejects whether the overload is repeated with a server that rejects
 * @param objectives how many times longer than the objective a step is at least; if that is longer
 *     than it may be at a low rate, it is no longer there. Null in old archives, in which it was
 *     four times, and could be longer at a low rate, whatever the objective
 */
public record Pace(
    Duration warmUp,
    Duration step,
    int longest,
    double resolution,
    Duration climbing,
    int repeats,
    Duration calm,
    Duration overload,
    Duration recovery,
    boolean rejects,
    @Nullable Integer objectives) {

  public static final Pace QUICK =
      new Pace(
          Duration.ofSeconds(2),
          Duration.ofMillis(500),
          3,
          part(4),
          Duration.ofSeconds(10),
          0,
          Duration.ofMillis(600),
          Duration.ofMillis(600),
          Duration.ofMillis(1_000),
          false,
          2);

  /** This pace measures several handlers in two minutes: what each can do, and nothing else. */
  public static final Pace BRIEF =
      new Pace(
          Duration.ofMillis(1_600),
          QUICK.step,
          2,
          part(2),
          Duration.ofSeconds(8),
          0,
          QUICK.calm,
          Duration.ZERO,
          Duration.ZERO,
          false,
          2);

  public static final Pace FULL =
      new Pace(
          Duration.ofSeconds(8),
          Duration.ofMillis(1_200),
          4,
          part(Climb.PARTS),
          Duration.ofSeconds(45),
          2,
          Duration.ofSeconds(2),
          Duration.ofMillis(1_500),
          Duration.ofMillis(3_500),
          true,
          4);

  private static final Duration SHORTEST_ROUND = Duration.ofMillis(400);

  /** Returns the ratio of two rates if so many steps make the factor of a climb. */
  private static double part(int steps) {
    return Math.pow(Climb.FACTOR, 1.0 / steps);
  }

  boolean overloads() {
    return !overload.isZero();
  }

  /** Returns the time of a round of the warm-up: at least a fifth of the warm-up is left. */
  Duration round() {
    Duration tenth = warmUp.dividedBy(10);
    return tenth.compareTo(SHORTEST_ROUND) < 0 ? SHORTEST_ROUND : tenth;
  }
}
