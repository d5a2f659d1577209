package tailgate.lab.hyperfoil;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import tailgate.lab.load.Health;
import tailgate.lab.load.Timeline;

/**
 * The latest two minutes of a live load in windows of 100 ms by when a request was due. The windows
 * of the last two seconds are open: what ends is added to its window. A closed window has only
 * figures left; what was still under way takes part in them with its age. Guarded by the {@link
 * LiveRecorder}.
 */
final class LiveWindows {

  /** Figures of now look back for this long. */
  static final long RECENT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(Windows.MILLIS);
  private static final int MOST = 1_200;

  /** An open window: the latencies of its requests, and how late they left, in microseconds. */
  private static final class Window {
    final Histogram latencies = Micros.plainHistogram(2);
    final Histogram lags = Micros.plainHistogram(2);
    long failed;

    boolean isEmpty() {
      return latencies.getTotalCount() == 0;
    }
  }

  private record Closed(long count, long failed, long p50, long p99, long max) {}

  private final Deque<Closed> closed = new ArrayDeque<>();
  private final List<Window> open = new ArrayList<>();

  /** The number of the first open window, from when the clock was 0; -1 for none. */
  private long first = -1;

  void due(long due) {
    if (first < 0) {
      first = due / NANOS;
    }
  }

  /**
   * Records that a request leaves that had a user when it was due.
   *
   * @param due of a request of which {@link #due} was told, as below
   */
  void departed(long due, long now) {
    at(due).lags.recordValue(Micros.of(now - due));
  }

  /** Records the latency of a request. */
  void ended(long due, long now) {
    if (due / NANOS >= first) { // else it has taken part with its age
      at(due).latencies.recordValue(Micros.of(now - due));
    }
  }

  void failed(long due) {
    at(due).failed++;
  }

  /** Returns the window of a request, the first open one if its own is closed. */
  private Window at(long due) {
    int index = (int) Math.max(0, due / NANOS - first);
    while (open.size() <= index) {
      open.add(new Window());
    }
    return open.get(index);
  }

  /** Closes all windows that end two seconds ago or before. */
  void closeUntil(long now, Collection<LiveRequest> inFlight) {
    long end = now - RECENT_NANOS;
    for (; first >= 0 && (first + 1) * NANOS <= end; first++) {
      Window window = at(first * NANOS);
      for (LiveRequest request : inFlight) {
        if (request.due / NANOS == first) {
          window.latencies.recordValue(Micros.of(now - request.due));
        }
      }
      open.removeFirst();
      closed.add(closed(window));
      if (closed.size() > MOST) {
        closed.removeFirst();
      }
    }
  }

  private static Closed closed(Window window) {
    Histogram latencies = window.latencies;
    return new Closed(
        latencies.getTotalCount(),
        window.failed,
        window.isEmpty() ? 0 : Math.max(1, latencies.getValueAtPercentile(50)),
        window.isEmpty() ? 0 : Math.max(1, latencies.getValueAtPercentile(99)),
        window.isEmpty() ? 0 : Math.max(1, latencies.getMaxValue()));
  }

  /** Returns the latencies of the open windows in microseconds. */
  Histogram latencies() {
    Histogram sum = Micros.plainHistogram(2);
    open.forEach(window -> sum.add(window.latencies));
    return sum;
  }

  /** Returns how punctually requests left that are due in the open windows and had a user. */
  Health health(double perSecond) {
    Histogram lags = Micros.plainHistogram(2);
    open.forEach(window -> lags.add(window.lags));
    return Punctuality.health(lags, perSecond);
  }

  /** Returns when the first window began. */
  long start() {
    return Math.max(0, first - closed.size()) * NANOS;
  }

  Timeline timeline() {
    return new Timeline(
        Windows.MILLIS,
        values(Closed::count),
        values(Closed::failed),
        values(Closed::p50),
        values(Closed::p99),
        values(Closed::max));
  }

  private List<Long> values(ToLongFunction<Closed> of) {
    return closed.stream().map(of::applyAsLong).toList();
  }
}
