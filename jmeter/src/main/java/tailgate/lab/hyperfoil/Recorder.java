package tailgate.lab.hyperfoil;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Timeline;

/**
 * Records latencies and failures of a load, by segment and by window. Times are nanoseconds from
 * the start of the load. Thread-safe; to be read once the load is over.
 */
final class Recorder {

  static final long WINDOW_MILLIS = 100;

  private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(WINDOW_MILLIS);
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long MOST_MICROS = TimeUnit.MINUTES.toMicros(10);

  private final Schedule schedule;
  private final List<ConcurrentHistogram> bySegment;
  private final List<ConcurrentHistogram> byWindow;
  private final AtomicLongArray failedBySegment;
  private final AtomicLongArray failedByWindow;
  private final AtomicLongArray firstBySegment;
  private final AtomicLongArray lastBySegment;
  private final ConcurrentHistogram lag = histogram(3);
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong blocked = new AtomicLong();
  private final AtomicLong late = new AtomicLong();

  /** Written once; volatile because another thread reads it when the load is over. */
  private volatile long startEpochMillis;

  Recorder(Schedule schedule) {
    this.schedule = schedule;
    int segments = schedule.segments().size();
    int windows = (int) (schedule.length() / WINDOW_NANOS) + 1;
    bySegment = histograms(segments, 3);
    byWindow = histograms(windows, 2);
    failedBySegment = new AtomicLongArray(segments);
    failedByWindow = new AtomicLongArray(windows);
    firstBySegment = new AtomicLongArray(segments);
    lastBySegment = new AtomicLongArray(segments);
    for (int i = 0; i < segments; i++) {
      firstBySegment.set(i, Long.MAX_VALUE);
    }
  }

  private static List<ConcurrentHistogram> histograms(int count, int digits) {
    List<ConcurrentHistogram> histograms = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      histograms.add(histogram(digits));
    }
    return histograms;
  }

  private static ConcurrentHistogram histogram(int digits) {
    return new ConcurrentHistogram(MOST_MICROS, digits);
  }

  void startsAt(long epochMillis) {
    startEpochMillis = epochMillis;
  }

  void blocked(RequestState state, long now) {
    if (counts(state) && now - state.due > LATE_NANOS) {
      blocked.incrementAndGet();
      late.decrementAndGet(); // departed will count it as late too
    }
  }

  void departed(RequestState state, long now) {
    firstBySegment.accumulateAndGet(schedule.segment(state.number, state.due), now, Math::min);
    if (counts(state)) {
      sent.incrementAndGet();
      long lagNanos = now - state.due;
      lag.recordValue(micros(lagNanos));
      if (lagNanos > LATE_NANOS) {
        late.incrementAndGet();
      }
    }
  }

  /** Records an answer that has arrived now. */
  void answered(RequestState state, long now) {
    long latency = micros(now - state.due);
    bySegment.get(end(state, now)).recordValue(latency);
    byWindow.get(windowOf(recordedAt(state, now))).recordValue(latency);
  }

  void failed(RequestState state, long now) {
    failedBySegment.incrementAndGet(end(state, now));
    failedByWindow.incrementAndGet(windowOf(recordedAt(state, now)));
  }

  /** Ends a request and returns the index of its segment. */
  private int end(RequestState state, long now) {
    int segment = schedule.segment(state.number, recordedAt(state, now));
    lastBySegment.accumulateAndGet(segment, now, Math::max);
    return segment;
  }

  /** The time at which a request is recorded. */
  private long recordedAt(RequestState state, long now) {
    return schedule.closed() ? now : state.due;
  }

  private boolean counts(RequestState state) {
    int segment = schedule.segment(state.number, state.due);
    return schedule.segments().get(segment).kind().counts();
  }

  private static int windowOf(long due) {
    return (int) (due / WINDOW_NANOS);
  }

  private static long micros(long nanos) {
    return Math.min(TimeUnit.NANOSECONDS.toMicros(Math.max(nanos, 0)), MOST_MICROS);
  }

  LoadResult result() {
    List<LoadResult.SegmentResult> results = new ArrayList<>();
    for (int i = 0; i < bySegment.size(); i++) {
      Figures figures = Figures.of(bySegment.get(i), failedBySegment.get(i));
      results.add(
          new LoadResult.SegmentResult(
              schedule.segments().get(i),
              figures,
              Math.min(firstBySegment.get(i), lastBySegment.get(i)), // both 0 where nothing ended
              lastBySegment.get(i)));
    }
    return new LoadResult(startEpochMillis, health(), results, timeline());
  }

  private Health health() {
    long scheduled =
        schedule.model() == Model.CLOSED
            ? sent.get()
            : schedule.segments().stream()
                .filter(segment -> segment.kind().counts())
                .mapToLong(Segment::arrivals)
                .sum();
    return new Health(
        scheduled,
        sent.get(),
        blocked.get(),
        late.get(),
        lag.getValueAtPercentile(99),
        lag.getMaxValue());
  }

  private Timeline timeline() {
    return new Timeline(
        WINDOW_MILLIS,
        byWindow.stream().map(ConcurrentHistogram::getTotalCount).toList(),
        Collections.unmodifiableList(longs(failedByWindow)),
        byWindow.stream().map(window -> window.getValueAtPercentile(50)).toList(),
        byWindow.stream().map(window -> window.getValueAtPercentile(99)).toList(),
        byWindow.stream().map(ConcurrentHistogram::getMaxValue).toList());
  }

  private static List<Long> longs(AtomicLongArray array) {
    List<Long> list = new ArrayList<>();
    for (int i = 0; i < array.length(); i++) {
      list.add(array.get(i));
    }
    return list;
  }

  /** Of the segments that count, in their order. */
  Map<Segment, Histogram> histograms() {
    Map<Segment, Histogram> histograms = new LinkedHashMap<>();
    for (int i = 0; i < bySegment.size(); i++) {
      Segment segment = schedule.segments().get(i);
      if (segment.kind().counts()) {
        histograms.put(segment, bySegment.get(i));
      }
    }
    return histograms;
  }
}
