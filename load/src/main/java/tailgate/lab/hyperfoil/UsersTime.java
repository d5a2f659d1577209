package tailgate.lab.hyperfoil;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import tailgate.lab.load.LoadSpec.Model;

/**
 * Measures for how much of the users' time in the segments that count they had a request: from when
 * it was due until its end, answered or not. In a closed load that is all of it, unless the
 * generator had no request for a user. A server that answers nobody takes time as well.
 * Thread-safe.
 */
final class UsersTime {

  private final Schedule schedule;
  private final int users;
  private final List<SegmentRecords> segments;
  private final LongAdder nanos = new LongAdder();

  UsersTime(Schedule schedule, int users, List<SegmentRecords> segments) {
    this.schedule = schedule;
    this.users = users;
    this.segments = segments;
  }

  /** Adds the time of a request of a user, without what is outside of the segments that count. */
  void passed(long due, long end) {
    long start = 0;
    for (int i = 0; i < segments.size(); i++) {
      long length = schedule.segments().get(i).nanos();
      if (schedule.segments().get(i).kind().counts()) {
        add(
            Math.max(due, isCounted() ? segments.get(i).from() : start),
            isCounted() ? end : Math.min(end, start + length));
      }
      start += length;
    }
  }

  private void add(long from, long to) {
    if (to > from) {
      nanos.add(to - from);
    }
  }

  private boolean isCounted() {
    return schedule.model() == Model.COUNTED;
  }

  /** Returns how long a segment lasted; in a counted load from first departure to last end. */
  double seconds(int segment) {
    SegmentRecords records = segments.get(segment);
    return isCounted()
        ? Math.max(0, records.to() - records.from()) / 1e9
        : schedule.segments().get(segment).nanos() / 1e9;
  }

  /** Returns all users' time in the segments that count, in seconds. */
  private double all() {
    double seconds =
        IntStream.range(0, segments.size())
            .filter(i -> schedule.segments().get(i).kind().counts())
            .mapToDouble(i -> users(i) * seconds(i))
            .sum();
    return Math.max(seconds, Double.MIN_NORMAL);
  }

  private int users(int segment) {
    return Objects.requireNonNullElse(schedule.segments().get(segment).users(), users);
  }

  double share(double seconds) {
    return seconds / all();
  }

  /** Returns the share of the users' time in which they had a request. */
  double accounted() {
    return share(nanos.sum() / 1e9);
  }
}
