package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.claim.ClaimRun;
import tailgate.lab.compare.PhaseResults.BackEndView;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.Quantity;
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
 * @param phases what came of each phase; null for a load without phases
 * @param users what is known of JMeter's users; null for any other load
 */
public record VariantResult(
    VariantRun run,
    Measurement measured,
    @Nullable SteadyState settled,
    @Nullable Interval p99,
    @Nullable Rare rare,
    @Nullable Footprints footprints,
    @Nullable ColdSeconds seconds,
    @Nullable List<Double> tests,
    @Nullable PhaseResults phases,
    @Nullable JMeterUsers users) {

  /** A run in which more than one of so many requests failed says nothing about latency. */
  private static final long REQUESTS_PER_FAILURE = 1_000;

  /** How far what a back end did may be from slots / service time, as a share. */
  private static final double MOST_OFF = 0.05;

  /** In claims, the load at the back end itself. */
  private static final String ALONE = "alone";

  private static final double KB_PER_MIB = (1 << 20) / 1e3;

  /** Returns the run, or each of its phases, in the terms in which claims select runs. */
  Stream<ClaimRun> observations(VariantsPlan plan) {
    BackEndView backEnd = backEnd();
    if (backEnd != null) {
      ClaimRun whole = observation(plan);
      Phases ofPlan = Objects.requireNonNull(plan.traffic().phases(), "checked before the run");
      String main = Objects.requireNonNullElse(ofPlan.main(), "all");
      return Stream.of(
          whole.under(main, measured.perSecond()), whole.under(ALONE, backEnd.ceiling()));
    }
    Optional<PhasedRun> phased = phased(plan).filter(any -> plan.judgesPhases());
    Map<String, String> setting =
        ClaimRun.inBlock(plan.variant(run.variant()).setting(), run.block(), run.twin());
    Stream<ClaimRun> ofPhases =
        phased.stream().flatMap(all -> all.observations(setting, objection(plan)));
    boolean isWhole = phased.isEmpty() || plan.claims(false) > 0;
    return Stream.concat(ofPhases, isWhole ? Stream.of(observation(plan)) : Stream.empty());
  }

  /** Returns what was seen of the back end; null if there was none. */
  @Nullable BackEndView backEnd() {
    return phases == null ? null : phases.backEnd();
  }

  /** Returns the run with what came of the clients beside its load. */
  VariantResult with(Rare answers) {
    return new VariantResult(
        run, measured, settled, p99, answers, footprints, seconds, tests, phases, users);
  }

  /** Returns the run with what its server held. */
  VariantResult with(Footprints held) {
    return new VariantResult(
        run, measured, settled, p99, rare, held, seconds, tests, phases, users);
  }

  /** Returns the run with what was seen of its back end. */
  VariantResult with(BackEndView view) {
    PhaseResults seen = Objects.requireNonNull(phases, "checked before the run").with(view);
    return new VariantResult(
        run, measured, settled, p99, rare, footprints, seconds, tests, seen, users);
  }

  /** Says why the back end was not as slow as it should be; empty if it was. */
  private Optional<String> ofBackEnd(VariantsPlan plan) {
    BackEndView backEnd = backEnd();
    if (backEnd == null || !plan.leavesOut(Objection.BACK_END)) {
      return Optional.empty();
    }
    return Math.abs(backEnd.ceiling() / backEnd.nominal() - 1) > MOST_OFF
        ? Optional.of(
            format(
                "the back end itself answered %,.0f a second, and should answer %,.0f",
                backEnd.ceiling(), backEnd.nominal()))
        : Optional.empty();
  }

  /** Returns the run with its phases; empty if it has none. */
  Optional<PhasedRun> phased(VariantsPlan plan) {
    Phases ofPlan = plan.traffic().phases();
    return ofPlan == null || phases == null
        ? Optional.empty()
        : Optional.of(new PhasedRun(plan, ofPlan, run, measured, phases));
  }

  /**
   * Returns results in the order of the table: each A/A arm follows its like, or they are the last
   * ones, in an order of their own.
   */
  static Stream<VariantResult> inOrder(VariantsPlan plan, List<VariantResult> results) {
    return results.stream()
        .sorted(
            Comparator.comparingInt((VariantResult result) -> result.row(plan))
                .thenComparing(result -> result.run().twin()));
  }

  private int row(VariantsPlan plan) {
    return run.twin() && plan.table().twinsLast()
        ? plan.variants().size() + plan.twins().indexOf(run.variant())
        : plan.place(run.variant());
  }

  /** Returns the run in the terms in which claims select runs, with all of its figures. */
  ClaimRun observation(VariantsPlan plan) {
    Map<String, String> setting = plan.variant(run.variant()).setting();
    Map<Quantity, Double> figures =
        new HashMap<>(footprints == null ? Map.of() : footprints.figures());
    figures.put(Quantity.WORKERS, workers());
    figures.put(Quantity.GARBAGE, garbage(plan.traffic()));
    figures.put(Quantity.FIRST_P99, seconds == null ? Double.NaN : seconds.firstP99());
    return new ClaimRun(
        ClaimRun.inBlock(setting, run.block(), run.twin()), measured, objection(plan), figures);
  }

  /** Says why the run takes no part in a verdict; empty if it does. */
  Optional<String> objection(VariantsPlan plan) {
    if (isCutShort()) {
      return Optional.of("the lab was stopped during the load");
    }
    Optional<PhasedRun> phased = phased(plan);
    if (phased.isPresent() && plan.leavesOut(Objection.LATE_PHASE)) {
      return phased.get().objectionToMain();
    }
    long failed = measured.figures().failed();
    if (failed > 0 && plan.leavesOut(Objection.ANY_FAILURE)) {
      return Optional.of(format("%,d requests failed", failed));
    }
    return failures(plan)
        .or(() -> ofBackEnd(plan))
        .or(() -> ClaimRun.doubt(measured))
        .or(() -> phased.flatMap(PhasedRun::grownPool));
  }

  private Optional<String> failures(VariantsPlan plan) {
    List<Figures> all =
        phases == null
            ? List.of(measured.figures())
            : phases.each().stream().map(PhaseResult::figures).toList();
    long failed = all.stream().mapToLong(Figures::failed).sum();
    long due = failed + all.stream().mapToLong(Figures::count).sum();
    return failed * REQUESTS_PER_FAILURE > due && plan.leavesOut(Objection.FAILURES)
        ? Optional.of(format("%,d of %,d requests failed", failed, due))
        : Optional.empty();
  }

  /** Returns whether the lab was stopped during the load, so that the figures are of a part. */
  boolean isCutShort() {
    return users != null && !users.whole();
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
   * Describes the users of JMeter.
   *
   * @param peak the most users that were alive at once
   * @param whole false if the lab was stopped during the load
   */
  public record JMeterUsers(int peak, boolean whole) {}

  /**
   * Describes the clients who asked beside the load of a run.
   *
   * @param perSecond how many were answered
   * @param p50 in microseconds
   * @param failed or without an answer
   */
  public record Rare(double perSecond, long p50, long failed) {}
}
