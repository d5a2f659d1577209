package tailgate.lab.load;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a load at one rate, or with one number of users.
 *
 * @param kind its part in the experiment
 * @param cycle the number of the repetition, from 1
 * @param perSecond arrivals per second; not used in a closed load. In a counted load it gives,
 *     multiplied by the time, the number of requests
 * @param millis how long it lasts, at least 1
 * @param users the users who ask in a closed load meanwhile, 0 or more; null for all of the load
 */
public record Segment(
    Kind kind, int cycle, double perSecond, long millis, @Nullable Integer users) {

  /** The part that a segment plays in its experiment. */
  public enum Kind {
    /** Gives the JIT compilers of both JVMs time; is part of no figure. */
    WARM_UP,
    QUIET,
    SPIKE,
    COOL_DOWN,
    /** The one segment of a load that does not change. */
    STEADY;

    public boolean counts() {
      return this != WARM_UP;
    }
  }

  public Segment {
    if (!(perSecond >= 0 && perSecond <= 1_000_000)) {
      throw new IllegalArgumentException("0 to a million arrivals per second, not " + perSecond);
    }
    if (millis < 1) {
      throw new IllegalArgumentException("a segment takes at least 1 ms, not " + millis);
    }
    if (users != null && users < 0) {
      throw new IllegalArgumentException("a segment has 0 users or more, not " + users);
    }
  }

  /** A segment in which all users of its load ask. */
  public Segment(Kind kind, int cycle, double perSecond, long millis) {
    this(kind, cycle, perSecond, millis, null);
  }

  public static Segment of(Kind kind, int cycle, double perSecond, Duration duration) {
    return new Segment(kind, cycle, perSecond, duration.toMillis());
  }

  /** Makes a segment of a counted load: this many requests in at most this time. */
  public static Segment counted(Kind kind, long requests, Duration atMost) {
    return new Segment(kind, 1, requests * 1e3 / atMost.toMillis(), atMost.toMillis());
  }

  public long nanos() {
    return millis * 1_000_000;
  }

  /** Returns how many arrivals are due in this segment. */
  public long arrivals() {
    return Math.round(perSecond * millis / 1_000);
  }

  /** Returns the tag of this segment in a histogram log: {@code spike-2}. */
  public String label() {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + cycle;
  }
}
