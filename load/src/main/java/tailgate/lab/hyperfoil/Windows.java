package tailgate.lab.hyperfoil;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import tailgate.lab.load.Timeline;

/** A load in short windows of equal length, from its start to its end. Thread-safe. */
final class Windows {

  static final long MILLIS = 100;

  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(MILLIS);

  private final List<ConcurrentHistogram> latencies = new ArrayList<>();
  private final AtomicLongArray failed;
  private final AtomicLongArray ended;

  Windows(long lengthNanos) {
    int windows = (int) (lengthNanos / NANOS) + 1;
    for (int i = 0; i < windows; i++) {
      latencies.add(Micros.histogram(2));
    }
    failed = new AtomicLongArray(windows);
    ended = new AtomicLongArray(windows);
  }

  void answered(long due, long latencyMicros, long now) {
    latencies.get(indexOf(due)).recordValue(latencyMicros);
    ended(now);
  }

  void failed(long due, long now) {
    failed.incrementAndGet(indexOf(due));
    ended(now);
  }

  private void ended(long now) {
    int i = indexOf(now);
    if (i < ended.length()) { // else it ended after the load
      ended.incrementAndGet(i);
    }
  }

  private static int indexOf(long nanos) {
    return (int) (nanos / NANOS);
  }

  Timeline timeline() {
    return Timeline.of(MILLIS, latencies, longs(failed), longs(ended));
  }

  /** Returns the latencies of each window, with its time. */
  List<Histogram> histograms(long startEpochMillis) {
    for (int i = 0; i < latencies.size(); i++) {
      latencies.get(i).setStartTimeStamp(startEpochMillis + i * MILLIS);
      latencies.get(i).setEndTimeStamp(startEpochMillis + (i + 1) * MILLIS);
    }
    return List.copyOf(latencies);
  }

  private static List<Long> longs(AtomicLongArray array) {
    return IntStream.range(0, array.length()).mapToObj(array::get).toList();
  }
}
