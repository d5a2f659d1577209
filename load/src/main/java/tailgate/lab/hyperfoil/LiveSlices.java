package tailgate.lab.hyperfoil;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import tailgate.lab.load.Timeline;

/**
 * The latest two minutes of a live load in windows of 100 ms by when a request was due, as the
 * rules want them that say what broke first. Guarded by the {@link LiveRecorder}.
 */
final class LiveSlices {

  private static final long MILLIS = 100;
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(MILLIS);
  private static final int MOST = 1_200;

  private record Slice(long count, long failed, long p50, long p99, long max) {}

  private final Deque<Slice> closed = new ArrayDeque<>();

  /** The latencies in microseconds of the window that is open. */
  private List<Long> open = new ArrayList<>();

  private long failed;

  /** The number of the window that is open, from when the clock was 0; -1 for none. */
  private long index = -1;

  void clear() {
    closed.clear();
    open = new ArrayList<>();
    failed = 0;
    index = -1;
  }

  /** Adds a request that no view looks back to any more; requests come in order of due time. */
  void add(LiveRequest request, long now) {
    if (index < 0) {
      index = request.due / NANOS;
    }
    close(request.due);
    if (request.hasLatency()) {
      open.add(TimeUnit.NANOSECONDS.toMicros(request.age(now)));
    }
  }

  /** Counts a request that failed now in the window that is open: its own may be closed. */
  void failed() {
    failed++;
  }

  /** Closes all windows that end before a time. */
  void close(long until) {
    while (index >= 0 && (index + 1) * NANOS <= until) {
      Collections.sort(open);
      closed.add(new Slice(open.size(), failed, rank(open, 0.5), rank(open, 0.99), rank(open, 1)));
      if (closed.size() > MOST) {
        closed.removeFirst();
      }
      open = new ArrayList<>();
      failed = 0;
      index++;
    }
  }

  private static long rank(List<Long> sorted, double share) {
    int rank = Math.max(1, (int) Math.ceil(share * sorted.size()));
    return sorted.isEmpty() ? 0 : Math.max(1, sorted.get(rank - 1));
  }

  /** Returns when the first window began. */
  long start() {
    return Math.max(0, index - closed.size()) * NANOS;
  }

  Timeline timeline() {
    return new Timeline(
        MILLIS,
        values(Slice::count),
        values(Slice::failed),
        values(Slice::p50),
        values(Slice::p99),
        values(Slice::max));
  }

  private List<Long> values(ToLongFunction<Slice> of) {
    return closed.stream().map(of::applyAsLong).toList();
  }
}
