package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;

/**
 * A server that answers up to a rate, each request after the same time: what arrives beyond that
 * waits, and is answered when there is time for it. In 100 ms windows.
 *
 * @param perSecond what it can do
 * @param micros of a request
 * @param ceiling of the generator
 * @param cpuMicros of a request
 * @param lag of the generator in microseconds
 * @param failing whether one request in two hundred fails
 * @param loads that were driven at it
 */
record ComputedServer(
    double perSecond,
    long micros,
    double ceiling,
    double cpuMicros,
    long lag,
    boolean failing,
    List<LoadSpec> loads)
    implements Driver {

  private static final int WINDOW_MILLIS = 100;

  ComputedServer(double perSecond, long micros) {
    this(perSecond, micros, 100_000, 100, new ArrayList<>());
  }

  ComputedServer(
      double perSecond, long micros, double ceiling, double cpuMicros, List<LoadSpec> loads) {
    this(perSecond, micros, ceiling, cpuMicros, 100, false, loads);
  }

  /** The same with a generator that is 20 ms late. */
  ComputedServer late() {
    return new ComputedServer(perSecond, micros, ceiling, cpuMicros, 20_000, failing, loads);
  }

  /** The same that can do something else. */
  ComputedServer of(double other) {
    return new ComputedServer(other, micros, ceiling, cpuMicros, lag, failing, loads);
  }

  /** The same that fails once in two hundred times. */
  ComputedServer thatFails() {
    return new ComputedServer(perSecond, micros, ceiling, cpuMicros, lag, true, loads);
  }

  @Override
  public Driven drive(String name, LoadSpec load) {
    loads.add(load);
    Map<String, Histogram> latencies = new HashMap<>();
    List<SegmentResult> results = new ArrayList<>();
    Windows windows = new Windows();
    double waiting = 0;
    double closed = Math.min(perSecond, load.users() * 1e6 / micros);
    for (Segment segment : load.segments()) {
      double rate = load.model() == Model.OPEN ? segment.perSecond() : closed;
      Histogram histogram = new Histogram(3);
      double answered = 0;
      for (long at = 0; at < segment.millis(); at += WINDOW_MILLIS) {
        double share = Math.min(WINDOW_MILLIS, segment.millis() - at) / 1e3;
        long latency = micros + Math.round(waiting / perSecond * 1e6);
        double due =
            rate * (at / 1e3); // whole requests: what is left over comes in the next window
        long count = Math.max(1, Math.round(due + rate * share) - Math.round(due));
        histogram.recordValueWithCount(latency, count);
        double done = Math.min(waiting + rate * share, perSecond * share);
        waiting += rate * share - done;
        answered += done;
        windows.add(count, latency);
      }
      long failed = failing ? Math.round(histogram.getTotalCount() / 200.0) : 0;
      latencies.put(segment.label(), histogram);
      results.add(
          new SegmentResult(
              segment,
              Figures.of(histogram, failed),
              0,
              1,
              Math.round(answered),
              lag,
              0L,
              null,
              null,
              null));
    }
    Health health = new Health(1, 1, 0, 0, 1, 1).below(ceiling);
    LoadResult result = new LoadResult(0, health, results, windows.timeline(), List.of());
    ServerView server = new ServerView(cpu(results), ServerTimeline.EMPTY);
    return new Driven(result, latencies, server, Disturbance.UNKNOWN);
  }

  /** At a steady rate, from before the load to its end. */
  private ServerTimeline cpu(List<SegmentResult> results) {
    List<Long> times = new ArrayList<>();
    List<Double> clock = new ArrayList<>();
    List<Double> used = new ArrayList<>();
    double seconds = 0;
    double cpu = 0;
    for (SegmentResult result : results) {
      times.add(Math.round(seconds * 1e3));
      clock.add(seconds);
      used.add(cpu);
      seconds += result.segment().millis() / 1e3;
      cpu += result.answeredInTime() * cpuMicros / 1e6;
    }
    times.add(Math.round(seconds * 1e3));
    clock.add(seconds);
    used.add(cpu);
    return new ServerTimeline(
        times, Map.of(ServerTimeline.CPU_CLOCK, clock, ServerTimeline.CPU_SECONDS, used));
  }

  /** Confined to one load. */
  private static final class Windows {
    private final List<Long> counts = new ArrayList<>();
    private final List<Long> latencies = new ArrayList<>();

    void add(long count, long latency) {
      counts.add(count);
      latencies.add(latency);
    }

    Timeline timeline() {
      List<Long> none = counts.stream().map(count -> 0L).toList();
      return new Timeline(WINDOW_MILLIS, counts, none, latencies, latencies, latencies, counts);
    }
  }
}
