package tailgate.lab.hyperfoil;

import java.util.List;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;

/**
 * When requests are due, in nanoseconds from the start of the load. Immutable.
 *
 * <p>Arrivals of a segment are evenly spaced, so a queue builds up because of the server only, and
 * every trial is the same.
 */
final class Schedule {

  /** When a request that does not exist is due. */
  static final long NEVER = Long.MAX_VALUE;

  private final List<Segment> segments;
  private final Model model;

  /** Of each segment: its end in nanoseconds. */
  private final long[] ends;

  /** Of each segment: how many requests are due until its end. */
  private final long[] arrivals;

  Schedule(List<Segment> segments, Model model) {
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
  }

  /**
   * When the request of this number is due.
   *
   * @param number from 0
   * @param free since when its user has no other request: then it is due in a closed load, until
   *     the load is over
   */
  long due(long number, long free) {
    return switch (model) {
      case OPEN -> due(number);
      case CLOSED -> free < length() ? Math.max(free, 0) : NEVER;
      case COUNTED -> number < total() && free < length() ? Math.max(free, 0) : NEVER;
    };
  }

  private long due(long number) {
    if (number >= total()) {
      return NEVER;
    }
    int i = segmentOf(number);
    long before = i == 0 ? 0 : arrivals[i - 1];
    long start = i == 0 ? 0 : ends[i - 1];
    return start + (long) ((number - before) * (1e9 / segments.get(i).perSecond()));
  }

  /**
   * The index of the segment to which a request belongs.
   *
   * @param at the time at which it is recorded
   */
  int segment(long number, long at) {
    return model == Model.COUNTED ? segmentOf(number) : segmentAt(at);
  }

  /** The segment of the request of this number, which exists. */
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

  /** Requests of an open load, or of a counted one. */
  long total() {
    return arrivals[arrivals.length - 1];
  }
}
