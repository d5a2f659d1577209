package tailgate.lab.watch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.ServerTimeline;

/** Reads gauges at a steady pace until it is closed. */
final class ServerSampler implements AutoCloseable {

  private final List<Gauge> gauges;
  private final ScheduledExecutorService clock;
  private final Future<?> sampling;

  /** Guarded by this. */
  private final List<Long> epochMillis = new ArrayList<>();

  /** Guarded by this. */
  private final Map<String, List<Double>> series = new LinkedHashMap<>();

  /** Begins at once. */
  ServerSampler(List<Gauge> gauges, Duration period) {
    this.gauges = List.copyOf(gauges);
    clock = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    sampling =
        // Not at a fixed rate: what was missed while the machine was busy is not made up for.
        clock.scheduleWithFixedDelay(
            this::sample, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** All gauges or none, so that the series stay equally long. */
  private void sample() {
    try {
      long now = System.currentTimeMillis();
      Map<String, Double> all = new LinkedHashMap<>();
      for (Gauge gauge : gauges) {
        all.putAll(gauge.read());
      }
      add(now, all);
    } catch (IOException | RuntimeException e) {
      // The server is going, most likely. What there is until now is what there is, and the next
      // attempt may do better.
    }
  }

  private synchronized void add(long now, Map<String, Double> values) {
    epochMillis.add(now);
    values.forEach(
        (name, value) -> series.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
  }

  synchronized ServerTimeline timeline() {
    Map<String, List<Double>> copies = new LinkedHashMap<>();
    series.forEach((name, values) -> copies.put(name, List.copyOf(values)));
    return new ServerTimeline(epochMillis, copies);
  }

  @Override
  public void close() {
    sampling.cancel(false);
    clock.shutdown();
  }
}
