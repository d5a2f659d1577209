package tailgate.lab.hyperfoil;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.Segment;

/**
 * The requests of one segment by the second in which they were due, for statistics that need
 * independent parts of a run. Thread-safe.
 */
final class Seconds {

  private static final long NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long MILLIS = 1_000;

  private final Segment segment;
  private final long startNanos;
  private final List<Second> seconds;

  /** The requests of one second. */
  private static final class Second {
    final ConcurrentHistogram latencies = Micros.histogram(3);
    final LongAdder failed = new LongAdder();
    final LongAdder unanswered = new LongAdder();
  }

  /** Creates the seconds of a segment that starts so long after the load. */
  Seconds(Segment segment, long startNanos) {
    this.segment = segment;
    this.startNanos = startNanos;
    int count = (int) Math.max(1, Math.ceilDiv(segment.nanos(), NANOS));
    seconds = IntStream.range(0, count).mapToObj(i -> new Second()).toList();
  }

  void answered(long due, long latencyMicros) {
    at(due).latencies.recordValue(latencyMicros);
  }

  void failed(long due) {
    at(due).failed.increment();
  }

  void unanswered(long due) {
    at(due).unanswered.increment();
  }

  /** Finds the second; in a counted load a segment may begin earlier than its time allows. */
  private Second at(long due) {
    long index = Math.max(0, due - startNanos) / NANOS;
    return seconds.get((int) Math.min(index, seconds.size() - 1));
  }

  List<LoadResult.Second> results() {
    return IntStream.range(0, seconds.size())
        .mapToObj(
            i ->
                new LoadResult.Second(
                    segment.label(),
                    i,
                    seconds.get(i).latencies.getTotalCount(),
                    seconds.get(i).failed.sum(),
                    seconds.get(i).unanswered.sum()))
        .toList();
  }

  /** Returns the latencies in the order of the results, with the segment's tag and their times. */
  List<Histogram> histograms(long loadStartEpochMillis) {
    long start = loadStartEpochMillis + TimeUnit.NANOSECONDS.toMillis(startNanos);
    List<Histogram> histograms = new ArrayList<>();
    for (int i = 0; i < seconds.size(); i++) {
      Histogram histogram = seconds.get(i).latencies;
      histogram.setTag(segment.label());
      histogram.setStartTimeStamp(start + i * MILLIS);
      histogram.setEndTimeStamp(start + Math.min((i + 1) * MILLIS, segment.millis()));
      histograms.add(histogram);
    }
    return histograms;
  }
}
