package tailgate.lab.load;

import java.util.List;

/**
 * What a generator saw.
 *
 * @param startEpochMillis when the first request was due; the timeline starts here
 */
public record LoadResult(
    long startEpochMillis, Health health, List<SegmentResult> segments, Timeline timeline) {

  /** The figures of one segment. */
  public record SegmentResult(Segment segment, Figures figures) {}

  public LoadResult {
    segments = List.copyOf(segments);
  }

  /** Failed requests of all segments that count. */
  public long failed() {
    return segments.stream()
        .filter(result -> result.segment().kind().counts())
        .mapToLong(result -> result.figures().failed())
        .sum();
  }
}
