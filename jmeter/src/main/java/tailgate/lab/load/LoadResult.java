package tailgate.lab.load;

import java.util.List;
import java.util.function.Predicate;

/**
 * What a generator measured.
 *
 * @param startEpochMillis when the first request was due; the timeline starts here
 */
public record LoadResult(
    long startEpochMillis, Health health, List<SegmentResult> segments, Timeline timeline) {

  /**
   * The figures of one segment.
   *
   * @param fromNanos when its first request left, from the start of the load
   * @param toNanos when its last one had its answer, or had failed
   */
  public record SegmentResult(Segment segment, Figures figures, long fromNanos, long toNanos) {}

  public LoadResult {
    segments = List.copyOf(segments);
  }

  /** Failed requests of all segments that count. */
  public long failed() {
    return failed(segment -> true);
  }

  /** Failed requests of the segments that count and are wanted. */
  public long failed(Predicate<Segment> wanted) {
    return segments.stream()
        .filter(result -> result.segment().kind().counts() && wanted.test(result.segment()))
        .mapToLong(result -> result.figures().failed())
        .sum();
  }
}
