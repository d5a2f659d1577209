package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.claim.ClaimRun;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.stats.Interval;
import tailgate.lab.stats.SteadyState;

/**
 * What came of one run. This, as JSON, is all that reports are made from.
 *
 * @param settled whether the server had settled before; null if it was not warmed, or not watched
 * @param p99 in microseconds, with the interval over the seconds of this run alone; null if it had
 *     too few requests
 * @param rare what came of the rare requests, or of the background load; null if there were none
 * @param footprints what the server held; null if that was not read
 * @param seconds what a cold server did in each second; null if that was not asked
 * @param tests the answers per second of each test of a counted load; null for any other load
 */
public record VariantResult(
    VariantRun run,
    Measurement measured,
    @Nullable SteadyState settled,
    @Nullable Interval p99,
    @Nullable Rare rare,
    @Nullable Footprints footprints,
    @Nullable ColdSeconds seconds,
    @Nullable List<Double> tests) {

  private static final double KB_PER_MIB = (1 << 20) / 1e3;

  /** Without footprints. */
  VariantResult(
      VariantRun run,
      Measurement measured,
      @Nullable SteadyState settled,
      @Nullable Interval p99,
      @Nullable Rare rare) {
    this(run, measured, settled, p99, rare, null, null, null);
  }

  /** Returns results in the order of the table: the A/A arm follows its like. */
  static Stream<VariantResult> inOrder(VariantsPlan plan, List<VariantResult> results) {
    return results.stream()
        .sorted(
            Comparator.comparingInt((VariantResult result) -> plan.place(result.run().variant()))
                .thenComparing(result -> result.run().twin()));
  }

  /** Returns the run in the terms in which claims select runs, with all of its figures. */
  ClaimRun observation(VariantsPlan plan) {
    Map<String, String> setting = plan.variant(run.variant()).setting();
    Map<String, Double> figures =
        new HashMap<>(footprints == null ? Map.of() : footprints.figures());
    figures.put(ClaimRun.WORKERS, workers());
    figures.put(ClaimRun.GARBAGE, garbage(plan.traffic()));
    return new ClaimRun(
        ClaimRun.inBlock(setting, run.block(), run.twin()), measured, objection(plan), figures);
  }

  /** Says why the run takes no part in a verdict; empty if it does. */
  Optional<String> objection(VariantsPlan plan) {
    long failed = measured.figures().failed();
    return failed > 0 && plan.leavesOutFailures()
        ? Optional.of(format("%,d requests failed", failed))
        : ClaimRun.doubt(measured);
  }

  /** Returns the processor time of the server for each request, in microseconds; or NaN. */
  double cpuMicros() {
    // The windows of a counted load are too wide to tell its requests from those of its warm-up.
    OptionalDouble cores = measured.cores();
    return tests == null || cores.isEmpty() || measured.requests() == 0
        ? measured.cpuMicrosPerRequest().orElse(Double.NaN)
        : cores.getAsDouble() * measured.millis() * 1e3 / measured.requests();
  }

  /** Returns the mean number of workers of a pool; NaN if the server did not publish it then. */
  private double workers() {
    long start = measured.startEpochMillis();
    return measured
        .server()
        .stats()
        .mean(ServerTimeline.WORKERS, start, start + measured.millis())
        .orElse(Double.NaN);
  }

  /**
   * Returns the KB that were freed for each request that was due, the warm-up's included, as in
   * what was freed; NaN if that is not known.
   */
  private double garbage(Traffic traffic) {
    double seconds = traffic.warmUp().plus(traffic.time()).toMillis() / 1e3;
    return traffic.perSecond() == null
        ? Double.NaN
        : measured.counter(Counter.GC_FREED_MIB) * KB_PER_MIB / (traffic.perSecond() * seconds);
  }

  /**
   * Describes the clients who asked beside the load of a run.
   *
   * @param perSecond how many were answered
   * @param p50 in microseconds
   * @param failed or without an answer
   */
  public record Rare(double perSecond, long p50, long failed) {}
}
