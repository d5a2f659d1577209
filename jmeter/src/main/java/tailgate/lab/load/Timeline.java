package tailgate.lab.load;

import java.util.List;

/**
 * Latency over time: element <i>i</i> is about the requests that were due in the <i>i</i>-th
 * window. Latencies are in microseconds, and 0 where there was no answer.
 */
public record Timeline(
    long windowMillis,
    List<Long> count,
    List<Long> failed,
    List<Long> p50,
    List<Long> p99,
    List<Long> max) {

  public Timeline {
    count = List.copyOf(count);
    failed = List.copyOf(failed);
    p50 = List.copyOf(p50);
    p99 = List.copyOf(p99);
    max = List.copyOf(max);
  }

  /** The part after this many milliseconds, as a timeline that begins there. */
  public Timeline from(long millis) {
    int first = (int) Math.min(millis / windowMillis, count.size());
    return new Timeline(
        windowMillis,
        count.subList(first, count.size()),
        failed.subList(first, failed.size()),
        p50.subList(first, p50.size()),
        p99.subList(first, p99.size()),
        max.subList(first, max.size()));
  }
}
