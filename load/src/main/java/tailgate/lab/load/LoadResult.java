package tailgate.lab.load;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a generator measured.
 *
 * @param startEpochMillis when the first request was due; the timeline starts here
 * @param seconds of the segments that count, in their order
 */
public record LoadResult(
    long startEpochMillis,
    Health health,
    List<SegmentResult> segments,
    Timeline timeline,
    List<Second> seconds) {

  /**
   * The figures of one segment.
   *
   * @param fromNanos when its first request left, from the start of the load
   * @param toNanos when its last one had its answer, or had failed
   * @param answeredInTime answers that arrived while it lasted, whenever their requests were due;
   *     in a counted load, all answers. Divided by its time they are the throughput
   * @param lagP99Micros how late requests left that had a user when they were due; null in old
   *     results
   * @param blocked requests that had none; null in old results
   * @param persistent of all these, the requests of clients that ask again; null in old results
   * @param failures the causes of the failed and the unanswered requests; null in old results
   * @param breakdown where the time of the answered requests went; null if the server did not say
   */
  public record SegmentResult(
      Segment segment,
      Figures figures,
      long fromNanos,
      long toNanos,
      long answeredInTime,
      @Nullable Long lagP99Micros,
      @Nullable Long blocked,
      @Nullable Persistent persistent,
      @Nullable Failures failures,
      @Nullable Breakdown breakdown) {}

  /**
   * Requests of clients that ask again: {@link Retries}.
   *
   * @param answered with status 200, by any of their tries
   * @param failed the last try too
   */
  public record Persistent(long answered, long failed) {

    public long all() {
      return answered + failed;
    }
  }

  /**
   * The requests of a segment that were due in one second of it. Their latencies are in the log of
   * the seconds.
   *
   * @param segment as {@link Segment#label}
   * @param index of the second in the segment, from 0
   * @param unanswered requests that still waited when the load was over
   */
  public record Second(String segment, int index, long answered, long failed, long unanswered) {}

  public LoadResult {
    segments = List.copyOf(segments);
    seconds = List.copyOf(seconds);
  }

  /** Returns a copy with the generator's ceiling in requests per second. */
  public LoadResult below(double ceiling) {
    return new LoadResult(startEpochMillis, health.below(ceiling), segments, timeline, seconds);
  }

  /** Returns a copy for a line whose packets the lab has passed on. */
  public LoadResult over(LineUse use) {
    return new LoadResult(startEpochMillis, health.over(use), segments, timeline, seconds);
  }

  /** Returns a copy that starts at another time, because another clock is used. */
  public LoadResult startingAt(long epochMillis) {
    return new LoadResult(epochMillis, health, segments, timeline, seconds);
  }

  /** Counts the answers that arrived in the segments that count. */
  public long answeredInTime() {
    return segments.stream()
        .filter(result -> result.segment().kind().counts())
        .mapToLong(SegmentResult::answeredInTime)
        .sum();
  }

  /**
   * Says where the time of the wanted segments that count went; null if the server did not.
   *
   * @param fromMillis from when its times count, from the start of the load
   */
  public @Nullable Breakdown breakdown(Predicate<Segment> wanted, long fromMillis) {
    Breakdown all =
        Breakdown.sum(
            segments.stream()
                .filter(result -> result.segment().kind().counts() && wanted.test(result.segment()))
                .map(SegmentResult::breakdown));
    return all == null ? null : all.from(fromMillis);
  }

  /** Counts the requests without an answer in the wanted segments that count. */
  public long unanswered(Predicate<Segment> wanted) {
    return segments.stream()
        .filter(result -> result.segment().kind().counts() && wanted.test(result.segment()))
        .mapToLong(result -> result.figures().missing())
        .sum();
  }

  /** Counts the failed requests of the wanted segments that count. */
  public long failed(Predicate<Segment> wanted) {
    return segments.stream()
        .filter(result -> result.segment().kind().counts() && wanted.test(result.segment()))
        .mapToLong(result -> result.figures().failed())
        .sum();
  }
}
