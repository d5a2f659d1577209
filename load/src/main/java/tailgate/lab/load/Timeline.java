package tailgate.lab.load;

import java.util.List;
import org.HdrHistogram.AbstractHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Latency over time: element <i>i</i> is about the requests that were due in the <i>i</i>-th
 * window. Latencies are in microseconds, and 0 where there was no answer.
 *
 * @param ended requests that were answered or failed in the window, whenever they were due; null in
 *     old results, in which a closed load has all requests in the window in which they ended
 */
public record Timeline(
    long windowMillis,
    List<Long> count,
    List<Long> failed,
    List<Long> p50,
    List<Long> p99,
    List<Long> max,
    @Nullable List<Long> ended) {

  public Timeline(
      long windowMillis,
      List<Long> count,
      List<Long> failed,
      List<Long> p50,
      List<Long> p99,
      List<Long> max) {
    this(windowMillis, count, failed, p50, p99, max, null);
  }

  public Timeline {
    count = List.copyOf(count);
    failed = List.copyOf(failed);
    p50 = List.copyOf(p50);
    p99 = List.copyOf(p99);
    max = List.copyOf(max);
    ended = ended == null ? null : List.copyOf(ended);
  }

  /**
   * Makes a timeline of histograms, one for each window.
   *
   * @param latencies in microseconds
   */
  public static Timeline of(
      long windowMillis,
      List<? extends AbstractHistogram> latencies,
      List<Long> failed,
      List<Long> ended) {
    return new Timeline(
        windowMillis,
        latencies.stream().map(AbstractHistogram::getTotalCount).toList(),
        failed,
        latencies.stream().map(window -> window.getValueAtPercentile(50)).toList(),
        latencies.stream().map(window -> window.getValueAtPercentile(99)).toList(),
        latencies.stream().map(AbstractHistogram::getMaxValue).toList(),
        ended);
  }

  /** Returns the part after this many milliseconds, as a timeline that begins there. */
  public Timeline from(long millis) {
    int first = (int) Math.min(millis / windowMillis, count.size());
    return new Timeline(
        windowMillis,
        count.subList(first, count.size()),
        failed.subList(first, failed.size()),
        p50.subList(first, p50.size()),
        p99.subList(first, p99.size()),
        max.subList(first, max.size()),
        ended == null ? null : ended.subList(first, ended.size()));
  }

  /** Counts the requests that ended, or that were due if it is not known when they ended. */
  public long requests() {
    return ended == null ? sum(count) + sum(failed) : sum(ended);
  }

  private static long sum(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).sum();
  }
}
