package tailgate.lab.hyperfoil;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.GoldenRatio;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;

/**
 * When requests are due, in nanoseconds from the start of the load. Immutable.
 *
 * <p>The number of arrivals in a segment is fixed. Uniform arrivals are evenly spaced, so a queue
 * builds up because of the server only. Poisson ones are those of a Poisson process that has this
 * number of arrivals in the segment: its times are then independent and uniform over the segment.
 * They depend on the seed and on the segment's rate and length, and not on what comes before it, so
 * that two loads can have the same arrivals in one of their segments. Of several segments that are
 * alike each has its own.
 */
final class Schedule {

  /** Stands for when a request is due that does not exist. */
  static final long NEVER = Long.MAX_VALUE;

  private static final long MOST_APART = TimeUnit.SECONDS.toNanos(1);

  private final List<Segment> segments;
  private final Model model;

  /** The end of each segment in nanoseconds. */
  private final long[] ends;

  /** How many requests are due until the end of each segment. */
  private final long[] arrivals;

  /** When each request of an open load is due. */
  private final long[] dues;

  /**
   * Lays out the segments one after the other.
   *
   * @param openArrivals of an open load
   */
  Schedule(List<Segment> segments, Model model, Arrivals openArrivals) {
    this.segments = List.copyOf(segments);
    this.model = model;
    ends = new long[segments.size()];
    arrivals = new long[segments.size()];
    long end = 0;
    long count = 0;
    for (int i = 0; i < ends.length; i++) {
      end += segments.get(i).nanos();
      count += segments.get(i).arrivals();
      ends[i] = end;
      arrivals[i] = count;
    }
    dues = model == Model.OPEN ? dues(openArrivals) : new long[0];
  }

  private long[] dues(Arrivals arrivals) {
    Map<List<Number>, Integer> alike = new HashMap<>();
    long[] all = new long[Math.toIntExact(total())];
    int number = 0;
    for (int i = 0; i < ends.length; i++) {
      Segment segment = segments.get(i);
      long start = ends[i] - segment.nanos();
      int count = Math.toIntExact(segment.arrivals());
      List<Number> kind = List.of(segment.perSecond(), segment.millis());
      long stream = Objects.hash(kind, alike.merge(kind, 1, Integer::sum));
      double[] shares =
          arrivals.law() == Arrivals.Law.POISSON
              ? poisson(count, random(arrivals.seed(), stream))
              : new double[0];
      for (int j = 0; j < count; j++) {
        double offset =
            shares.length > 0 ? shares[j] * segment.nanos() : j * (1e9 / segment.perSecond());
        all[number++] = start + (long) offset;
      }
    }
    return all;
  }

  /** Returns a generator whose numbers are independent of those of another seed or stream. */
  private static SplittableRandom random(long seed, long stream) {
    return new SplittableRandom(new SplittableRandom(seed).nextLong() + stream);
  }

  /**
   * Returns sorted positions of independent arrivals, as shares of their segment: the sums of
   * exponential gaps, divided by the sum of one gap more (Devroye, Non-Uniform Random Variate
   * Generation, V.2).
   */
  private static double[] poisson(int count, SplittableRandom random) {
    double[] sums = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += gap(random);
      sums[i] = sum;
    }
    double all = sum + gap(random);
    return Arrays.stream(sums).map(x -> x / all).toArray();
  }

  /** Returns an exponential number with mean 1. */
  private static double gap(SplittableRandom random) {
    return -Math.log1p(-random.nextDouble());
  }

  /**
   * Returns when the request of this number is due.
   *
   * @param number from 0
   * @param free since when its user has no other request, from 0: then it is due in a closed load,
   *     until the load is over
   */
  long due(long number, long free) {
    return switch (model) {
      case OPEN -> number < total() ? dues[(int) number] : NEVER;
      case CLOSED -> free < length() ? free : NEVER;
      case COUNTED -> number < total() && free < length() ? free : NEVER;
    };
  }

  /** Returns whether the first requests count: no warm-up comes before them. */
  boolean countsAtOnce() {
    return segments.getFirst().kind().counts();
  }

  /**
   * Returns from when on a user asks whose request is due: at once, or when the next segment begins
   * in which it is one of the users; {@link #NEVER} if there is none.
   *
   * @param place the number of the user, from 0
   */
  long asks(long place, long due) {
    if (due == NEVER) {
      return NEVER;
    }
    for (int i = segmentAt(due); i < ends.length; i++) {
      if (place < Objects.requireNonNullElse(segments.get(i).users(), Integer.MAX_VALUE)) {
        return Math.max(due, ends[i] - segments.get(i).nanos());
      }
    }
    return NEVER;
  }

  /** Returns when the request of this number is due if it is the first one of its user. */
  long firstDue(long number) {
    return due(number, model == Model.CLOSED ? begin(number) : 0);
  }

  /**
   * Returns when a user of a closed load begins. If all wait equally long, those that begin
   * together ask together for as long as the load lasts. So they begin apart, within the first half
   * of a warm-up and within a second, evenly spread over each time that is longer than a few of
   * them.
   */
  private long begin(long number) {
    Segment first = segments.getFirst();
    long within = countsAtOnce() ? 0 : Math.min(MOST_APART, first.nanos() / 2);
    return (long) (within * GoldenRatio.part(number));
  }

  /**
   * Returns the index of the segment to which a request belongs.
   *
   * @param at the time at which it is recorded
   */
  int segment(long number, long at) {
    return model == Model.COUNTED ? segmentOf(number) : segmentAt(at);
  }

  /** Returns the index of the segment of this request, which exists. */
  private int segmentOf(long number) {
    int i = 0;
    while (number >= arrivals[i]) {
      i++;
    }
    return i;
  }

  private int segmentAt(long due) {
    int i = 0;
    while (i < ends.length - 1 && due >= ends[i]) {
      i++;
    }
    return i;
  }

  /** Returns how many requests of an open load that count are due before a time. */
  long counted(long end) {
    return Arrays.stream(dues)
        .takeWhile(due -> due < end)
        .filter(due -> segments.get(segmentAt(due)).kind().counts())
        .count();
  }

  List<Segment> segments() {
    return segments;
  }

  /** Whether users send a request as soon as they have an answer, counted or not. */
  boolean closed() {
    return model != Model.OPEN;
  }

  Model model() {
    return model;
  }

  long length() {
    return ends[ends.length - 1];
  }

  /** Returns how many requests an open or a counted load has. */
  long total() {
    return arrivals[arrivals.length - 1];
  }
}
