package tailgate.lab.monitor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.ServerTimeline;

/** Reads gauges at a steady pace until it is closed. */
final class ServerSampler implements AutoCloseable {

  /**
   * Reads some quantities of a running server. {@link KernelGauge} asks the kernel, {@link
   * StatsGauge} asks the server.
   */
  @FunctionalInterface
  interface Gauge {

    /**
     * Reads the current values by name, with the same names every time.
     *
     * @throws IOException if the server does not answer, most likely because it has ended
     */
    Map<String, Double> read() throws IOException;
  }

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final List<Gauge> gauges;
  private final ScheduledExecutorService clock;
  private final Future<?> sampling;

  /** When the samples were taken. Guarded by this. */
  private final List<Long> epochMillis = new ArrayList<>();

  /** The values of each quantity, one for each sample. Guarded by this. */
  private final Map<String, List<Double>> series = new LinkedHashMap<>();

  /** Why the samples are worthless. Guarded by this. */
  private Optional<String> impossible = Optional.empty();

  /** Begins to sample at once. */
  ServerSampler(List<Gauge> gauges, Duration period) {
    this.gauges = List.copyOf(gauges);
    clock = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    sampling =
        // Not at a fixed rate: samples that were missed while the machine was busy are not made up
        // for.
        clock.scheduleWithFixedDelay(
            this::sample, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Takes a sample now, so that all that has happened is before a sample, or none if that takes
   * long.
   */
  void sampleNow() {
    try {
      CompletableFuture.runAsync(this::sample, clock)
          .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
          .join();
    } catch (CompletionException e) {
      // the samples until now are there
    }
  }

  /** Reads all gauges or adds nothing, so that the series stay equally long. */
  private void sample() {
    try {
      long now = System.currentTimeMillis();
      Map<String, Double> all = new LinkedHashMap<>();
      for (Gauge gauge : gauges) {
        all.putAll(gauge.read());
      }
      add(now, all);
    } catch (ImpossibleReadingException e) {
      failed(e);
    } catch (IOException | RuntimeException e) {
      // Most likely the server is ending. The samples until now are kept; the next attempt may
      // succeed.
    }
  }

  private synchronized void add(long now, Map<String, Double> values) {
    epochMillis.add(now);
    values.forEach(
        (name, value) -> series.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
  }

  private synchronized void failed(ImpossibleReadingException e) {
    impossible = impossible.or(() -> Optional.ofNullable(e.getMessage()));
  }

  /** Says why the samples are worthless; empty if they are not. */
  synchronized Optional<String> impossible() {
    return impossible;
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
